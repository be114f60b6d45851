/**
 * The exchange of proofs, from one side (pure).
 *
 *     greeting ── hello with nonce ─▶ proving ── proof ─▶ verifying ── valid ─▶ proven
 *        │                              ▲                     └── invalid ──▶ refused
 *        │ no key, or silence           │ late hello
 *        └──▶ sender: unproven ─────────┘                receiver: refused
 *
 * Only a sender may continue without a proof, and only when the user allows it. An unexpected message refuses the
 * peer: a second hello or proof, a proof before the hello, a reflected nonce.
 */
import type { ProofRole } from './peer-proof.js';

export type ProofState =
  | { step: 'greeting' }
  /** Both nonces are known; this side's proof is sent. */
  | { step: 'proving'; nonce: string }
  | { step: 'verifying'; nonce: string; tag: string }
  | { step: 'proven' }
  /** Sender only: the receiver has not proven anything, and nothing of the file is sent. */
  | { step: 'unproven' }
  | { step: 'refused' };

export type ProofInput =
  /** `nonce` is null from a peer without a key. */
  | { type: 'hello'; nonce: string | null }
  | { type: 'proof'; tag: string }
  | { type: 'verified'; isValid: boolean }
  /** A message of the transfer itself. */
  | { type: 'transfer-message' }
  | { type: 'timeout' };

export interface ProofSide {
  role: ProofRole;
  /** Of this side. */
  nonce: string;
}

const refused: ProofState = { step: 'refused' };

const withoutProof = ({ role }: ProofSide): ProofState =>
  role === 'sender' ? { step: 'unproven' } : refused;

const onHello = (side: ProofSide, state: ProofState, nonce: string | null): ProofState => {
  if (state.step !== 'greeting' && state.step !== 'unproven') return refused;
  if (nonce === null) return withoutProof(side);
  return nonce === side.nonce ? refused : { step: 'proving', nonce };
};

/** A receiver accepts nothing before the proof; messages that arrive during the verification are queued. */
const onTransferMessage = (side: ProofSide, state: ProofState): ProofState =>
  side.role === 'sender' || state.step === 'verifying' ? state : refused;

const onTimeout = (side: ProofSide, state: ProofState): ProofState => {
  switch (state.step) {
    case 'greeting':
      return withoutProof(side);
    case 'proving':
      return refused;
    default:
      return state;
  }
};

export const nextProof = (side: ProofSide, state: ProofState, input: ProofInput): ProofState => {
  if (state.step === 'proven' || state.step === 'refused') return state;
  switch (input.type) {
    case 'hello':
      return onHello(side, state, input.nonce);
    case 'proof':
      return state.step === 'proving'
        ? { step: 'verifying', nonce: state.nonce, tag: input.tag }
        : refused;
    case 'verified':
      if (state.step !== 'verifying') return refused;
      return input.isValid ? { step: 'proven' } : refused;
    case 'transfer-message':
      return onTransferMessage(side, state);
    case 'timeout':
      return onTimeout(side, state);
  }
};

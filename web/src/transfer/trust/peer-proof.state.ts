/**
 * The exchange of proofs, from one side (pure).
 *
 *     greeting ── hello with nonce ──▶ proving ── proof ──▶ verifying ── valid ──▶ proven
 *        │                              ▲ │                   ▲   └── invalid ──▶ refused
 *        │ no key, or silence     hello │ │ silence           │ proof
 *        └────────▶ sender: unproven ───┘ └▶ sender: unproven ┘         receiver: refused
 *
 * Only a sender may continue without a proof, and only when the user allows it: silence may be a slow device or
 * network, so it refuses no receiver, and a late proof counts. An unexpected message refuses the peer: a second hello
 * or proof, a proof before the hello, a reflected nonce.
 */

import type { ProofRole } from './peer-proof.js';

export type ProofState =
  | { step: 'greeting' }
  /** Both nonces are known; this side's proof is sent. */
  | { step: 'proving'; nonce: string }
  | { step: 'verifying'; nonce: string; tag: string }
  | { step: 'proven' }
  /**
   * Sender only: the receiver has not proven anything, and nothing of the file is sent. `nonce` is null before its
   * hello.
   */
  | { step: 'unproven'; nonce: string | null }
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
  /** This side's nonce. */
  nonce: string;
}

const refused: ProofState = { step: 'refused' };

const withoutProof = ({ role }: ProofSide): ProofState =>
  role === 'sender' ? { step: 'unproven', nonce: null } : refused;

/** The nonce of the other side, if its proof may come now. */
const awaitedNonce = (state: ProofState): string | null =>
  state.step === 'proving' || state.step === 'unproven' ? state.nonce : null;

const onHello = (side: ProofSide, state: ProofState, nonce: string | null): ProofState => {
  const isFirst = state.step === 'greeting' || (state.step === 'unproven' && state.nonce === null);
  if (!isFirst) return refused;
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
      return side.role === 'sender' ? { step: 'unproven', nonce: state.nonce } : refused;
    default:
      return state;
  }
};

export const nextProof = (side: ProofSide, state: ProofState, input: ProofInput): ProofState => {
  if (state.step === 'proven' || state.step === 'refused') return state;
  switch (input.type) {
    case 'hello':
      return onHello(side, state, input.nonce);
    case 'proof': {
      const nonce = awaitedNonce(state);
      return nonce === null ? refused : { step: 'verifying', nonce, tag: input.tag };
    }
    case 'verified':
      if (state.step !== 'verifying') return refused;
      return input.isValid ? { step: 'proven' } : refused;
    case 'transfer-message':
      return onTransferMessage(side, state);
    case 'timeout':
      return onTimeout(side, state);
  }
};

/**
 * Both browsers sign one statement, after a verified delivery over a proven connection:
 *
 *     sender                                             receiver
 *       │ receipt-key {details, tag}  ────────────────▶    │
 *       │ ◀────────────────  receipt-key {details, tag}    │  each side's key and identity, bound to the proof
 *       │ receipt {statement, signature}  ────────────▶    │  compared with its own facts
 *       │ ◀───────────────────────  receipt {signature}    │
 *
 * The transfer is complete before and does not depend on it: any deviation ends the exchange without a receipt.
 */

import type { Receipt, ReceiptParty } from '@tandem/proto/browser/http/receipt';
import { maxPersonChars } from '@tandem/proto/browser/limits';
import { clipPerson } from '@tandem/proto/browser/person';
import { createSerial } from '../../support/async/serial.js';
import type { Clock } from '../../support/env.js';
import { isText } from '../../support/values/unchecked.js';
import { readMessage } from '../../wire/chunk-frames.js';
import { createControlChannel, type ControlChannel } from '../../wire/control-channel.js';
import { createControlLimiter } from '../../wire/control-limiter.js';
import {
  parseControl,
  type ControlMessage,
  type ParsedControl,
} from '../../wire/control-messages.js';
import type { LinkKey } from '../link/link-key.js';
import { otherRole, type ProofRole, type Transcript } from '../peer-proof.js';
import {
  areBound,
  bindDetails,
  createReceiptKey,
  isSigned,
  type ReceiptKey,
} from './receipt-keys.js';
import {
  agrees,
  agreesButForTime,
  composeStatement,
  type DeliveryFacts,
  type ObservedFacts,
  type Person,
} from './receipt-statement.js';

export interface ReceiptExchangeOptions {
  role: ProofRole;
  channel: RTCDataChannel;
  linkKey: LinkKey;
  transcript: Transcript;
  clock: Clock;
  person: Person;
  facts: DeliveryFacts;
  /** Read when the statement is composed or compared. */
  observed: () => ObservedFacts;
  onReceipt: (receipt: Receipt) => void;
  /** Receiver: there is no receipt, because the clocks of the two devices differ too much. */
  onClocksDiffer?: () => void;
}

/** This side, as the other one has been told. */
interface Own {
  party: ReceiptParty;
  key: ReceiptKey;
}

/** A receiver goes from `greeting` to `acquainted`, a sender over `introduced` to `signed`. */
type ExchangeState =
  | { step: 'greeting' }
  /** Sender: its key is sent. */
  | { step: 'introduced'; own: Own }
  /** Receiver: both keys are exchanged. */
  | { step: 'acquainted'; own: Own; sender: ReceiptParty }
  /** Sender: its statement is sent. */
  | { step: 'signed'; statement: string; signature: string; recipient: ReceiptParty };

/** @returns null for details that no receipt can contain. */
const readParty = (details: string): ReceiptParty | null => {
  try {
    const party = JSON.parse(details) as Record<keyof ReceiptParty, unknown>;
    const { name, email, basis, publicKey } = party;
    if (!isText(name, maxPersonChars.name) || !isText(email, maxPersonChars.email)) return null;
    if (!isText(publicKey, 128)) return null;
    if (basis !== 'signed-in' && basis !== 'self-declared') return null;
    // In one order of keys, so that both sides write the same statement.
    return { name, email, basis, publicKey };
  } catch {
    return null;
  }
};

export class ReceiptExchange {
  readonly #options: ReceiptExchangeOptions;
  readonly #end = new AbortController();
  readonly #control: ControlChannel;
  /** Messages are handled in order. */
  readonly #inOrder = createSerial();
  #state: ExchangeState = { step: 'greeting' };

  constructor(options: ReceiptExchangeOptions) {
    this.#options = options;
    this.#control = createControlChannel(options.channel, this.#end.signal);
  }

  start(): void {
    const { channel, clock, role } = this.#options;
    const limiter = createControlLimiter(clock);
    const onMessage = ({ data }: MessageEvent): void => {
      const text = readMessage(data);
      if (typeof text !== 'string') return;
      this.#enqueue(async () => {
        const message = parseControl(text);
        limiter.count(message);
        await this.#onControl(message);
      });
    };
    channel.addEventListener('message', onMessage, { signal: this.#end.signal });
    if (role === 'sender')
      this.#enqueue(async () => {
        this.#state = { step: 'introduced', own: await this.#introduce() };
      });
  }

  stop(): void {
    this.#end.abort();
  }

  isEnded(): boolean {
    return this.#end.signal.aborted;
  }

  #enqueue(step: () => Promise<void>): void {
    this.#inOrder(async () => {
      if (!this.isEnded()) await step();
    }).catch(() => this.stop());
  }

  async #onControl(message: ParsedControl): Promise<void> {
    const state = this.#state;
    if (message.type === 'receipt-key') await this.#onKey(message.details, message.tag);
    else if (message.type !== 'receipt') return;
    else if (state.step === 'acquainted') await this.#onStatement(state, message);
    else if (state.step === 'signed') await this.#onSigned(state, message.signature);
    else this.stop();
  }

  /** Sends this side's key and identity. */
  async #introduce(): Promise<Own> {
    const { role, linkKey, transcript, person } = this.#options;
    const key = await createReceiptKey();
    const party = { ...clipPerson(person), basis: person.basis, publicKey: key.publicKey };
    const details = JSON.stringify(party);
    const tag = await bindDetails(linkKey, role, transcript, details);
    this.#control.send({ type: 'receipt-key', details, tag });
    return { party, key };
  }

  async #onKey(details: string, tag: string): Promise<void> {
    const { role, linkKey, transcript } = this.#options;
    const state = this.#state;
    const party = readParty(details);
    const isBound = await areBound(linkKey, otherRole(role), transcript, details, tag);
    if (party === null || !isBound) this.stop();
    else if (state.step === 'introduced') await this.#sendStatement(state.own, party);
    else if (state.step === 'greeting')
      this.#state = { step: 'acquainted', own: await this.#introduce(), sender: party };
    else this.stop();
  }

  async #sendStatement({ party, key }: Own, recipient: ReceiptParty): Promise<void> {
    const { facts, observed } = this.#options;
    const statement = composeStatement(facts, observed(), party, recipient);
    const signature = await key.sign('sender', statement);
    this.#state = { step: 'signed', statement, signature, recipient };
    this.#control.send({ type: 'receipt', statement, signature });
  }

  async #onStatement(
    { own, sender }: Extract<ExchangeState, { step: 'acquainted' }>,
    { statement = '', signature }: Extract<ControlMessage, { type: 'receipt' }>,
  ): Promise<void> {
    const { facts, observed, onClocksDiffer } = this.#options;
    if (!(await isSigned(sender.publicKey, 'sender', statement, signature))) {
      this.stop();
      return;
    }
    if (!agrees(statement, facts, observed().completedAt, sender, own.party)) {
      this.stop();
      if (agreesButForTime(statement, facts, sender, own.party)) onClocksDiffer?.();
      return;
    }
    const recipientSignature = await own.key.sign('receiver', statement);
    this.#control.send({ type: 'receipt', signature: recipientSignature });
    this.#finish(statement, signature, recipientSignature);
  }

  async #onSigned(
    { statement, signature, recipient }: Extract<ExchangeState, { step: 'signed' }>,
    recipientSignature: string,
  ): Promise<void> {
    if (await isSigned(recipient.publicKey, 'receiver', statement, recipientSignature))
      this.#finish(statement, signature, recipientSignature);
    else this.stop();
  }

  #finish(statement: string, senderSignature: string, recipientSignature: string): void {
    if (this.isEnded()) return;
    this.stop();
    this.#options.onReceipt({
      format: 'tandem-receipt',
      statement,
      senderSignature,
      recipientSignature,
      countersignature: null,
    });
  }
}

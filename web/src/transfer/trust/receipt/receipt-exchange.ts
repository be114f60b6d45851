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
import type { Clock } from '../../support/env.js';
import { clipPerson } from '../../support/peer-details.js';
import { readMessage } from '../../wire/chunk-frames.js';
import { createControlChannel, type ControlChannel } from '../../wire/control-channel.js';
import { createControlLimiter } from '../../wire/control-limiter.js';
import { parseControl, type ControlMessage } from '../../wire/control-messages.js';
import type { LinkKey } from '../link/link-key.js';
import type { ProofRole, Transcript } from '../peer-proof.js';
import {
  areBound,
  bindDetails,
  createReceiptKey,
  isSigned,
  type ReceiptKey,
} from './receipt-keys.js';
import {
  agrees,
  composeStatement,
  type DeliveryFacts,
  type ObservedFacts,
  type Person,
} from './receipt-statement.js';

export interface ReceiptExchangeOptions {
  role: ProofRole;
  channel: RTCDataChannel;
  linkKey: LinkKey;
  transcript: Promise<Transcript>;
  clock: Clock;
  person: Person;
  facts: DeliveryFacts;
  /** Read when the statement is composed or compared. */
  observed: () => ObservedFacts;
  onReceipt: (receipt: Receipt) => void;
  /** With or without a receipt. */
  onEnd?: () => void;
}

interface Draft {
  statement: string;
  signature: string;
  recipient: ReceiptParty;
}

const isText = (value: unknown, max: number): value is string =>
  typeof value === 'string' && value.length <= max;

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
  readonly #key: Promise<ReceiptKey> = createReceiptKey();
  /** Messages are handled in order. */
  #work: Promise<void> = Promise.resolve();
  #own: ReceiptParty | null = null;
  #other: ReceiptParty | null = null;
  #draft: Draft | null = null;

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
        if (message.type === 'receipt-key') await this.#onKey(message.details, message.tag);
        else if (message.type === 'receipt') await this.#onReceipt(message);
      });
    };
    channel.addEventListener('message', onMessage, { signal: this.#end.signal });
    if (role === 'sender') this.#enqueue(() => this.#sendKey());
  }

  stop(): void {
    if (this.isEnded()) return;
    this.#end.abort();
    this.#options.onEnd?.();
  }

  isEnded(): boolean {
    return this.#end.signal.aborted;
  }

  #enqueue(step: () => Promise<void>): void {
    this.#work = this.#work.then(async () => {
      if (this.isEnded()) return;
      try {
        await step();
      } catch {
        this.stop();
      }
    });
  }

  async #sendKey(): Promise<void> {
    const { role, linkKey, transcript, person } = this.#options;
    const { publicKey } = await this.#key;
    this.#own = { ...clipPerson(person), basis: person.basis, publicKey };
    const details = JSON.stringify(this.#own);
    const tag = await bindDetails(linkKey, role, await transcript, details);
    this.#control.send({ type: 'receipt-key', details, tag });
  }

  async #onKey(details: string, tag: string): Promise<void> {
    const { role, linkKey, transcript } = this.#options;
    const otherRole = role === 'sender' ? 'receiver' : 'sender';
    const party = readParty(details);
    const isBound = await areBound(linkKey, otherRole, await transcript, details, tag);
    if (this.#other !== null || party === null || !isBound) throw new TypeError('receipt key');
    this.#other = party;
    if (role === 'receiver') await this.#sendKey();
    else await this.#sendStatement(party);
  }

  async #sendStatement(recipient: ReceiptParty): Promise<void> {
    const { facts, observed } = this.#options;
    const own = this.#own;
    if (own === null) throw new TypeError('receipt order');
    const statement = composeStatement(facts, observed(), own, recipient);
    const signature = await (await this.#key).sign('sender', statement);
    this.#draft = { statement, signature, recipient };
    this.#control.send({ type: 'receipt', statement, signature });
  }

  async #onReceipt(message: Extract<ControlMessage, { type: 'receipt' }>): Promise<void> {
    if (this.#options.role === 'sender') await this.#onSigned(message.signature);
    else await this.#onStatement(message.statement ?? '', message.signature);
  }

  async #onStatement(statement: string, signature: string): Promise<void> {
    const { facts, observed } = this.#options;
    const sender = this.#other;
    const own = this.#own;
    if (sender === null || own === null) throw new TypeError('receipt order');
    const isRight = agrees(statement, facts, observed().completedAt, sender, own);
    if (!isRight || !(await isSigned(sender.publicKey, 'sender', statement, signature)))
      throw new TypeError('receipt');
    const recipientSignature = await (await this.#key).sign('receiver', statement);
    this.#control.send({ type: 'receipt', signature: recipientSignature });
    this.#finish(statement, signature, recipientSignature);
  }

  async #onSigned(recipientSignature: string): Promise<void> {
    if (this.#draft === null) throw new TypeError('receipt order');
    const { statement, signature, recipient } = this.#draft;
    if (!(await isSigned(recipient.publicKey, 'receiver', statement, recipientSignature)))
      throw new TypeError('receipt');
    this.#finish(statement, signature, recipientSignature);
  }

  #finish(statement: string, senderSignature: string, recipientSignature: string): void {
    if (this.isEnded()) return;
    this.#options.onReceipt({
      format: 'tandem-receipt',
      statement,
      senderSignature,
      recipientSignature,
      countersignature: null,
    });
    this.stop();
  }
}

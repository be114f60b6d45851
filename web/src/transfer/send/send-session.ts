/** The sending session: signalling, one `Recipient` per receiver in the room, and one file source for all of them. */

import type { ReportDeliveryRequest } from '@tandem/proto/browser/http/shares';
import { isCheckId } from '@tandem/proto/browser/signalling-limits';
import { createCheckHost, type CheckHost } from '../check/check-host.js';
import { sharedIceServers } from '../connection/ice-servers.js';
import { createRateLimit, type RateLimit } from '../pacing/rate-limit.js';
import { combineStats } from '../progress/progress.js';
import type { SignallingEvent } from '../signalling/client.js';
import { isRevocation } from '../signalling/close-codes.js';
import type { Peer } from '../signalling/messages.js';
import { watchReturn } from '../signalling/return-watch.js';
import { RoomMembership } from '../signalling/room-membership.js';
import { browserEnv, type EngineEnv } from '../support/env.js';
import { engineError, type EngineError } from '../support/failures.js';
import {
  bindSession,
  type RateSetting,
  type Session,
  type SessionOptions,
} from '../support/session.js';
import { createStore, type Store } from '../support/store.js';
import type { LinkKey } from '../trust/link/link-key.js';
import type { Person } from '../trust/receipt/receipt-statement.js';
import { createAcknowledged } from './acknowledged.js';
import { createDeliverySet } from './delivery-set.js';
import { Recipient } from './recipient/recipient.js';
import { Recipients } from './recipients.js';
import { initialSender, next, view, type SenderInput } from './send-session.state.js';
import { initialSnapshot, type SenderSnapshot } from './snapshot.js';
import { createFileSource, type FileSource } from './source/file-source.js';
import { createTransferRecords } from './transfer-records.js';

export interface SenderOptions extends SessionOptions {
  file: File;
  /** Of a file made of several: whether they are as they were then. Asked before the file's digest is sent. */
  isUnchanged?: (() => Promise<boolean>) | undefined;
  /** Key of the link, where this device can make it: recipients must prove that they have the link. */
  linkKey?: LinkKey | null;
  /** The sender, as receipts name them; without it there are none. */
  person?: Person;
  /** Called once for each recipient, at the end of its transfer. */
  onDelivery?: (report: ReportDeliveryRequest) => void;
  /** Ask the user before the first byte to each recipient. */
  asksFirst?: () => boolean;
  /** This device's limit, shared by its sessions; by default the session has its own. */
  limit?: RateLimit;
}

/** Why the owner begins a session again; recipients read it. */
export type RestartReason = 'closed' | 'password-changed';

/** What the page of a sender can do beyond `Session`. */
export interface SenderActions {
  /**
   * The share was restarted or has another password: joins its room again. Recipients that have been sent every byte
   * keep their connections until they confirm; the others end.
   */
  restart(reason?: RestartReason): void;
  /** The user's answer about a recipient whose `proof` is `asking`. */
  answerUnproven(peerId: string, isAllowed: boolean): void;
  /** The user's answer about a recipient of a share that asks first. */
  approve(peerId: string, isAllowed: boolean): void;
  /** Ends the transfer to one recipient. */
  endRecipient(peerId: string): void;
}

class SendSession implements Session<SenderSnapshot>, SenderActions {
  readonly #options: SenderOptions;
  readonly #env: EngineEnv;
  readonly #room: RoomMembership;
  readonly #source: FileSource;
  readonly #acknowledged = createAcknowledged();
  readonly #records = createTransferRecords();
  #ended = createDeliverySet();
  #approved = createDeliverySet();
  readonly #counted = createDeliverySet();
  readonly #limit: RateLimit;
  readonly #store: Store<SenderSnapshot>;
  readonly #recipients: Recipients;
  readonly #iceServers: () => Promise<RTCIceServer[]>;
  readonly #checks: CheckHost;
  readonly #stopWatchingReturn: () => void;
  #machine = initialSender;
  #isPaused = false;
  #isClosed = false;

  constructor(options: SenderOptions, env: EngineEnv) {
    this.#options = options;
    this.#env = env;
    this.#limit = options.limit ?? createRateLimit(env.clock);
    this.#source = createFileSource({
      file: options.file,
      sha256: (bytes) => env.sha256(bytes),
      blockBytes: env.memory.blockBytes,
      readers: () => this.#recipients.countUnfinished(),
      isUnchanged: options.isUnchanged,
    });
    this.#store = createStore(initialSnapshot, (callback) => env.onNextFrame(callback));
    this.#iceServers = sharedIceServers(options.iceServers, () => env.wallClock());
    this.#checks = createCheckHost({
      env,
      iceServers: this.#iceServers,
      send: (signal, to) => this.#room.send(signal, to),
    });
    this.#room = new RoomMembership({
      ...options,
      env,
      role: 'receiver',
      isIgnored: isCheckId,
      onEvent: (event) => this.#onSignalling(event),
    });
    this.#recipients = new Recipients({
      clock: env.clock,
      room: this.#room,
      create: (peerId) => this.#createRecipient(peerId),
      onAdded: () => this.#publish('now'),
      onLeft: () => this.#onRecipientChange('now'),
    });
    this.#stopWatchingReturn = watchReturn(env, {
      error: () => this.getSnapshot().error,
      reconnectNow: () => this.#room.reconnectNow(),
      retry: () => this.retry(),
    });
    this.#apply({ type: 'start' });
    this.#room.connect();
  }

  getSnapshot(): SenderSnapshot {
    return this.#store.get();
  }

  subscribe(listener: () => void): () => void {
    return this.#store.subscribe(listener);
  }

  retry(): void {
    const { state, error } = this.getSnapshot();
    if (this.#isClosed || error === null || state === 'completed') return;
    this.#room.leave();
    this.#recipients.removeWhere((recipient) => recipient.status().state === 'error', 'retry');
    this.#machine = { ...this.#machine, signalling: { phase: 'idle' } };
    this.#apply({ type: 'start' });
    // Under a new peer id: receivers treat it as a new sender and start over.
    this.#room.rejoin();
  }

  restart(reason: RestartReason = 'closed'): void {
    if (this.#isClosed) return;
    this.#room.leave();
    this.#recipients.forgetWaiting();
    const end = engineError(reason === 'closed' ? 'share-closed' : reason);
    for (const recipient of this.#recipients.all())
      if (recipient.isSaving()) recipient.onShareEnd(end);
    this.#recipients.removeWhere((recipient) => !recipient.isSaving(), reason);
    this.#ended = createDeliverySet();
    this.#approved = createDeliverySet();
    this.#setPaused(false);
    this.#machine = initialSender;
    this.#apply({ type: 'start' });
    this.#room.rejoin();
  }

  pause(): void {
    this.#setPaused(true);
  }

  resume(): void {
    this.#setPaused(false);
  }

  setLimit(setting: RateSetting): void {
    this.#limit.set(setting);
  }

  approve(peerId: string, isAllowed: boolean): void {
    this.#recipients.get(peerId)?.approve(isAllowed);
  }

  endRecipient(peerId: string): void {
    this.#recipients.get(peerId)?.end();
  }

  answerUnproven(peerId: string, isAllowed: boolean): void {
    this.#recipients.get(peerId)?.answer(isAllowed);
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#stopWatchingReturn();
    this.#recipients.close();
    this.#checks.close();
    this.#source.close();
    this.#room.close();
  }

  #setPaused(isPaused: boolean): void {
    this.#isPaused = isPaused;
    for (const recipient of this.#recipients.all()) recipient.setPaused(isPaused);
  }

  #publish(when: 'now' | 'frame'): void {
    if (when === 'now' && this.#recipients.countUnfinished() === 0) this.#source.release();
    const recipients = [...this.#recipients.all()].map((recipient) => recipient.status());
    this.#machine = next(this.#machine, { type: 'recipients', recipients });
    const active = recipients.filter(({ state }) => state === 'sending' || state === 'paused');
    const stats = combineStats(active.map((recipient) => recipient.stats));
    this.#store.set({ ...view(this.#machine), recipients, stats }, when);
  }

  #apply(input: SenderInput): void {
    this.#machine = next(this.#machine, input);
    this.#publish('now');
  }

  #onRecipientChange(when: 'now' | 'frame'): void {
    if (this.#isClosed) return;
    if (when === 'now') {
      this.#recipients.removeAbsent();
      this.#recipients.admitWaiting();
      this.#probeInDoubt();
    }
    this.#publish(when);
  }

  /** A network change that interrupts a path usually breaks the signalling socket too, which ICE restarts need. */
  #probeInDoubt(): void {
    const isInDoubt = (recipient: Recipient): boolean =>
      recipient.isRetrying() || recipient.isSilent();
    this.#room.probeWhile(() => [...this.#recipients.all()].some(isInDoubt));
  }

  #admit(peerId: string): void {
    if (isCheckId(peerId)) this.#checks.admit(peerId);
    else this.#recipients.admit(peerId);
  }

  #createRecipient(peerId: string): Recipient {
    const { shareId, onReport, linkKey = null, person, onDelivery } = this.#options;
    const { asksFirst = () => false } = this.#options;
    const recipient = new Recipient({
      peerId,
      shareId,
      source: this.#source,
      acknowledged: this.#acknowledged,
      records: this.#records,
      ended: this.#ended,
      approved: this.#approved,
      counted: this.#counted,
      limit: this.#limit,
      linkKey,
      ...(person && { person }),
      asksFirst: asksFirst(),
      env: this.#env,
      iceServers: this.#iceServers,
      send: (signal) => this.#room.send(signal, peerId),
      isReachable: () => this.#room.isJoined() && this.#room.has(peerId),
      onChange: (when) => this.#onRecipientChange(when),
      // It is listed already, as the one that was ended.
      onEndedBefore: () => this.#recipients.forget(peerId),
      onReport: (report) => onReport?.(report),
      onDelivery: (report) => onDelivery?.(report),
    });
    recipient.setPaused(this.#isPaused);
    return recipient;
  }

  #onPeers(peers: readonly Peer[]): void {
    const receivers = peers.filter(({ role }) => role === 'receiver').map(({ peerId }) => peerId);
    for (const peerId of receivers) this.#admit(peerId);
    this.#recipients.removeAbsent();
  }

  #onRevoked(error: EngineError): void {
    if (!isRevocation(error)) return;
    for (const recipient of this.#recipients.all()) recipient.onShareEnd(error);
  }

  #onSignalling(event: SignallingEvent): void {
    switch (event.type) {
      case 'joined':
        this.#onPeers(event.peers);
        this.#apply(event);
        return;
      case 'peer-joined':
        if (event.peer.role === 'receiver') this.#admit(event.peer.peerId);
        return;
      case 'peer-left':
        this.#checks.remove(event.peer.peerId);
        this.#recipients.leave(event.peer.peerId);
        return;
      case 'signal':
        if (isCheckId(event.from)) this.#checks.receive(event.from, event.signal);
        else this.#recipients.get(event.from)?.receive(event.signal);
        return;
      case 'retrying':
        this.#apply({ type: 'signalling-retrying', attempt: event.attempt });
        return;
      case 'failed':
        this.#onRevoked(event.error);
        this.#apply({ type: 'signalling-failed', error: event.error });
    }
  }
}

/** The session starts when it is created. @param env replaced outside browsers. */
export const createSender = (
  options: SenderOptions,
  env: EngineEnv = browserEnv(),
): Session<SenderSnapshot> & SenderActions => {
  const session = new SendSession(options, env);
  return {
    ...bindSession(session),
    restart: (reason) => session.restart(reason),
    answerUnproven: (peerId, isAllowed) => session.answerUnproven(peerId, isAllowed),
    approve: (peerId, isAllowed) => session.approve(peerId, isAllowed),
    endRecipient: (peerId) => session.endRecipient(peerId),
  };
};

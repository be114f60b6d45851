/** The sending session: signalling, one `Recipient` per receiver in the room, and one file source for all of them. */

import type { ReportDeliveryRequest } from '@tandem/proto/browser/http/shares';
import { isCheckId } from '@tandem/proto/browser/signalling-limits';
import { createCheckHost, type CheckHost } from '../check/check-host.js';
import { sharedIceServers } from '../connection/ice-servers.js';
import { createRateLimit, type RateLimit } from '../pacing/rate-limit.js';
import { combineStats, emptyStats, type TransferStats } from '../progress/progress.js';
import type { SignallingEvent } from '../signalling/client.js';
import { isRevocation } from '../signalling/close-codes.js';
import type { Peer } from '../signalling/messages.js';
import { watchReturn } from '../signalling/return-watch.js';
import { RoomMembership } from '../signalling/room-membership.js';
import { maxReconnects, placeCheckMs, returnGraceMs } from '../support/constants.js';
import { browserEnv, type EngineEnv, type TimerId } from '../support/env.js';
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
import { createAbsences } from './absences.js';
import { createAcknowledged } from './acknowledged.js';
import { createDeliverySet } from './delivery-set.js';
import type { RecipientStatus } from './recipient/recipient-status.js';
import { Recipient } from './recipient/recipient.js';
import {
  initialSender,
  next,
  view,
  type SenderInput,
  type SenderState,
} from './send-session.state.js';
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

export interface SendSession extends Session<SenderSnapshot> {
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

export interface SenderSnapshot {
  state: SenderState;
  /** Reconnects of the signalling socket or of a recipient since the last success, whichever is more. */
  attempt: number;
  maxAttempts: number;
  recipients: readonly RecipientStatus[];
  /** Totals over the recipients that are sending or paused: sums, and the longest remaining time. */
  stats: TransferStats;
  error: EngineError | null;
}

/**
 * Above any room's limit. Finished recipients, and absent ones that get no bytes or have been absent for long, stay until
 * their place is needed.
 */
export const maxRecipients = 64;

class SenderShell implements SendSession {
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
  readonly #recipients = new Map<string, Recipient>();
  readonly #absences: ReturnType<typeof createAbsences>;
  /** Peers in the room for which there was no place, in the order of their joins. */
  readonly #waiting = new Set<string>();
  #waitingTimer: TimerId | undefined;
  /** By peer id: receivers that have left the room a moment ago. */
  readonly #returnTimers = new Map<string, TimerId>();
  readonly #iceServers: () => Promise<RTCIceServer[]>;
  readonly #checks: CheckHost;
  readonly #stopWatchingReturn: () => void;
  #machine = initialSender;
  #isPaused = false;
  #isClosed = false;

  constructor(options: SenderOptions, env: EngineEnv) {
    this.#options = options;
    this.#env = env;
    this.#absences = createAbsences(env.clock);
    this.#limit = options.limit ?? createRateLimit(env.clock);
    this.#source = createFileSource({
      file: options.file,
      sha256: (bytes) => env.sha256(bytes),
      blockBytes: env.memory.blockBytes,
      readers: () => this.#countUnfinished(),
      isUnchanged: options.isUnchanged,
    });
    this.#store = createStore<SenderSnapshot>(
      {
        state: 'idle',
        attempt: 0,
        maxAttempts: maxReconnects,
        recipients: [],
        stats: emptyStats,
        error: null,
      },
      (callback) => env.onNextFrame(callback),
    );
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
    for (const [peerId, recipient] of this.#recipients)
      if (recipient.status().state === 'error') this.#remove(peerId, 'retry');
    this.#machine = { ...this.#machine, signalling: { phase: 'idle' } };
    this.#apply({ type: 'start' });
    // Under a new peer id: receivers treat it as a new sender and start over.
    this.#room.rejoin();
  }

  restart(reason: RestartReason = 'closed'): void {
    if (this.#isClosed) return;
    this.#room.leave();
    this.#waiting.clear();
    const end = engineError(reason === 'closed' ? 'share-closed' : reason);
    for (const [peerId, recipient] of this.#recipients)
      if (recipient.isSaving()) recipient.onShareEnd(end);
      else this.#remove(peerId, reason);
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
    for (const recipient of this.#recipients.values()) recipient.close('closed');
    this.#env.clock.clearTimeout(this.#waitingTimer);
    for (const timer of this.#returnTimers.values()) this.#env.clock.clearTimeout(timer);
    this.#checks.close();
    this.#source.close();
    this.#room.close();
  }

  #countUnfinished(): number {
    return [...this.#recipients.values()].filter((recipient) => !recipient.isFinished()).length;
  }

  #setPaused(isPaused: boolean): void {
    this.#isPaused = isPaused;
    for (const recipient of this.#recipients.values()) recipient.setPaused(isPaused);
  }

  #publish(when: 'now' | 'frame'): void {
    const recipients = [...this.#recipients.values()].map((recipient) => recipient.status());
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
      this.#removeAbsent();
      this.#admitWaiting();
      this.#probeIfNeeded();
      if (this.#countUnfinished() === 0) this.#source.release();
    }
    this.#publish(when);
  }

  /** A network change that interrupts a path usually breaks the signalling socket too, which ICE restarts need. */
  #probeIfNeeded(): void {
    const isInDoubt = (recipient: Recipient): boolean =>
      recipient.isRetrying() || recipient.isSilent();
    if ([...this.#recipients.values()].some(isInDoubt)) this.#room.probe();
  }

  #remove(peerId: string, reason: string): void {
    const recipient = this.#recipients.get(peerId);
    this.#recipients.delete(peerId);
    recipient?.close(reason);
  }

  #abandon(peerId: string, hasReturned = false): void {
    this.#recipients.get(peerId)?.abandon(hasReturned);
    this.#recipients.delete(peerId);
  }

  /** The same delivery goes on with another peer in the room. */
  #hasReturned(gone: Recipient): boolean {
    return [...this.#recipients].some(
      ([peerId, recipient]) =>
        this.#room.has(peerId) && recipient.deliveryId() === gone.deliveryId(),
    );
  }

  /** Remove unfinished recipients that are not in the room and have no channel, or have joined again. */
  #removeAbsent(): void {
    for (const [peerId, recipient] of this.#recipients) {
      if (this.#room.has(peerId) || recipient.isFinished()) continue;
      const hasReturned = this.#hasReturned(recipient);
      if (hasReturned || !recipient.isChannelOpen()) this.#abandon(peerId, hasReturned);
    }
  }

  #admit(peerId: string): void {
    if (isCheckId(peerId)) {
      this.#checks.admit(peerId);
      return;
    }
    const known = this.#recipients.get(peerId);
    if (known?.isDeclined() === true) this.#remove(peerId, 'declined');
    else if (known !== undefined) {
      this.#absences.end(known);
      if (!known.isChannelOpen() && !known.isFinished()) known.connect();
      return;
    }
    this.#makePlace();
    if (this.#recipients.size >= maxRecipients) {
      this.#waiting.add(peerId);
      this.#admitLater();
      return;
    }
    const recipient = this.#createRecipient(peerId);
    this.#recipients.set(peerId, recipient);
    recipient.setPaused(this.#isPaused);
    this.#publish('now');
  }

  #createRecipient(peerId: string): Recipient {
    const { shareId, onReport, linkKey = null, person, onDelivery } = this.#options;
    const { asksFirst = () => false } = this.#options;
    return new Recipient({
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
      onEndedBefore: () => void this.#recipients.delete(peerId),
      onReport: (report) => onReport?.(report),
      onDelivery: (report) => onDelivery?.(report),
    });
  }

  /**
   * Remove recipients until one more fits, the oldest first. Those that have left the room may keep connections for
   * which they do nothing; a real one can return and resume.
   */
  #makePlace(): void {
    for (const [peerId, recipient] of this.#recipients) {
      if (this.#recipients.size < maxRecipients) return;
      if (recipient.isFinished()) this.#remove(peerId, 'done');
    }
    for (const [peerId, recipient] of this.#recipients) {
      if (this.#recipients.size < maxRecipients) return;
      if (!this.#room.has(peerId) && recipient.isIdle()) this.#abandon(peerId);
    }
    if (this.#recipients.size >= maxRecipients) this.#removeLongAbsent();
  }

  /** Give places that have become free to those refused before. A finished one keeps its place while it is there. */
  #admitWaiting(): void {
    for (const peerId of [...this.#waiting]) {
      const isPresent = this.#room.has(peerId);
      if (isPresent && this.#recipients.size >= maxRecipients && !this.#removeOneGone()) return;
      // A removal may have admitted it.
      if (this.#waiting.delete(peerId) && isPresent) this.#admit(peerId);
    }
  }

  /** An absence becomes long without an event. */
  #admitLater(): void {
    this.#waitingTimer ??= this.#env.clock.setTimeout(() => {
      this.#waitingTimer = undefined;
      this.#admitWaiting();
      if (this.#waiting.size > 0) this.#admitLater();
    }, placeCheckMs);
  }

  #removeOneGone(): boolean {
    for (const [peerId, recipient] of this.#recipients) {
      if (this.#room.has(peerId)) continue;
      if (recipient.isFinished()) this.#remove(peerId, 'done');
      else if (recipient.isIdle()) this.#abandon(peerId);
      else continue;
      return true;
    }
    return this.#removeLongAbsent();
  }

  /** The slowest first: a recipient could hold all places for days with downloads that it slows down. */
  #removeLongAbsent(): boolean {
    if (!this.#room.isJoined()) return false;
    const isAbsent = ([peerId]: [string, Recipient]): boolean => !this.#room.has(peerId);
    const slowest = this.#absences.slowest([...this.#recipients].filter(isAbsent));
    if (slowest === null) return false;
    this.#abandon(slowest);
    return true;
  }

  #onPeers(peers: readonly Peer[]): void {
    const receivers = peers.filter(({ role }) => role === 'receiver').map(({ peerId }) => peerId);
    for (const peerId of receivers) this.#admit(peerId);
    this.#removeAbsent();
  }

  /**
   * A receiver whose channel works has only lost its web socket. One on an interrupted path may return with the same
   * connection.
   */
  #onReceiverLeft(peerId: string): void {
    this.#checks.remove(peerId);
    const recipient = this.#recipients.get(peerId);
    recipient?.onLeft();
    if (recipient !== undefined) this.#absences.begin(recipient);
    this.#onRecipientChange('now');
    const { clock } = this.#env;
    clock.clearTimeout(this.#returnTimers.get(peerId));
    const onGraceOver = (): void => {
      this.#returnTimers.delete(peerId);
      const isLost = !this.#room.has(peerId) && recipient?.isPathDown() === true;
      if (!isLost) return;
      this.#abandon(peerId);
      this.#publish('now');
    };
    this.#returnTimers.set(peerId, clock.setTimeout(onGraceOver, returnGraceMs));
  }

  #onRevoked(error: EngineError): void {
    if (!isRevocation(error)) return;
    for (const recipient of this.#recipients.values()) recipient.onShareEnd(error);
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
        this.#onReceiverLeft(event.peer.peerId);
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
): SendSession => {
  const session = new SenderShell(options, env);
  return {
    ...bindSession(session),
    restart: (reason) => session.restart(reason),
    answerUnproven: (peerId, isAllowed) => session.answerUnproven(peerId, isAllowed),
    approve: (peerId, isAllowed) => session.approve(peerId, isAllowed),
    endRecipient: (peerId) => session.endRecipient(peerId),
  };
};

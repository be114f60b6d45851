/** The receiving session: the room with the sender (`sender-room.ts`), one download at a time, one file. */

import type { Receipt } from '@tandem/proto/browser/http/receipt';
import type { ProgressSample } from '../progress/progress-sampler.js';
import { isRevocation } from '../signalling/close-codes.js';
import { watchReturn } from '../signalling/return-watch.js';
import type { Sink } from '../sinks/sink.js';
import { answersMs, lingerMs } from '../support/constants.js';
import { browserEnv, type EngineEnv } from '../support/env.js';
import { toEngineError, type EngineError, type EngineFailure } from '../support/failures.js';
import { readPeerDetails } from '../support/peer-details.js';
import {
  bindSession,
  type RateSetting,
  type Session,
  type SessionOptions,
} from '../support/session.js';
import type { LinkKey } from '../trust/link/link-key.js';
import type { Person } from '../trust/receipt/receipt-statement.js';
import type { DownloadEvent, OfferedFile } from './download/download-options.js';
import {
  expectsProgress,
  initialReceiver,
  isOver,
  next,
  type ReceiverInput,
  type ReceiverMachine,
} from './receive-session.state.js';
import { createReceivedFile, type ReceivedFile } from './received-file.js';
import { SenderRoom } from './sender-room.js';
import { Sender } from './sender.js';
import { SilenceTimer } from './silence-timer.js';
import { SnapshotPublisher, type ReceiverSnapshot, type SilentSide } from './snapshot.js';
import { TransferMeter } from './transfer-meter.js';

export interface ReceiverOptions extends SessionOptions {
  sink: Sink;
  /** Key of a protected link: only a sender that proves to have the link is received from. Null for a plain link. */
  linkKey?: LinkKey | null;
  /** Whether an offered file is the one that the page shows. */
  isExpected?: (file: OfferedFile) => boolean;
  /** The recipient, as the receipt names them; without it there is none. */
  person?: Person;
}

class ReceiveSession implements Session<ReceiverSnapshot> {
  readonly #options: ReceiverOptions;
  readonly #room: SenderRoom;
  readonly #file: ReceivedFile;
  readonly #snapshots: SnapshotPublisher;
  readonly #meter: TransferMeter;
  readonly #sender: Sender;
  readonly #silence: SilenceTimer;
  readonly #stopListening: () => void;
  #machine: ReceiverMachine = initialReceiver;
  /** The sender knows the ID of the delivery. */
  #isNamed = false;
  readonly #end = new AbortController();

  constructor(options: ReceiverOptions, env: EngineEnv) {
    this.#options = options;
    // Over a plain link nobody can tell one sender from another.
    const scope = `${options.shareId} ${options.linkKey?.id ?? 'plain'}`;
    this.#file = createReceivedFile(options.sink, env, scope, {
      onSaving: () => this.#onSaving(),
      onSaved: (failure) => this.#onSaved(failure),
    });
    this.#silence = new SilenceTimer(env.clock, () => this.#show('now'));
    this.#sender = new Sender({
      ...options,
      env,
      file: this.#file,
      linkKey: options.linkKey ?? null,
      send: (signal, peerId) => this.#room.send(signal, peerId),
      onDisconnect: () => this.#meter.disconnect(),
      onConnection: (event) => this.#room.onConnection(event),
      onOpen: () => this.#onOpen(),
      onDownload: (event) => this.#onDownload(event),
      onReceipt: (receipt) => this.#onReceipt(receipt),
      onClocksDiffer: () => this.#snapshots.setReceiptFault('clocks'),
    });
    this.#meter = new TransferMeter({
      shareId: options.shareId,
      env,
      connection: () => this.#sender.connection,
      ownLimit: () => this.#sender.limit,
      isPaused: () => this.#machine.state === 'paused',
      onSample: (sample) => this.#onSample(sample),
    });
    this.#snapshots = new SnapshotPublisher(
      {
        sink: options.sink,
        scope,
        meter: this.#meter,
        pause: this.#sender.pause,
        isAlone: () => this.#room.isAlone(),
        deliveryId: this.#file.deliveryId(),
      },
      env,
    );
    this.#room = new SenderRoom({
      ...options,
      env,
      sender: this.#sender,
      end: this.#end.signal,
      machine: () => this.#machine,
      apply: (input) => this.#apply(input),
      onJoined: () => this.#showDelivery(),
      onSignOfLife: () => this.#onSignOfLife(),
      onChange: () => this.#show('now'),
      onFailed: (error) => this.#onSignallingFailed(error),
    });
    this.#stopListening = watchReturn(env, {
      error: () => this.getSnapshot().error,
      reconnectNow: () => this.#room.reconnectNow(),
      retry: () => this.retry(),
    });
    this.#silence.restart();
    this.#room.connect();
  }

  getSnapshot(): ReceiverSnapshot {
    return this.#snapshots.snapshot();
  }

  subscribe(listener: () => void): () => void {
    return this.#snapshots.subscribe(listener);
  }

  retry(): void {
    const isStuck = this.#machine.state === 'error' || this.#silence.isSilent;
    if (this.#isClosed() || !isStuck) return;
    if (this.getSnapshot().error?.code === 'cancelled-by-peer') this.#renewDelivery();
    this.#room.forgetJoin();
    this.#apply({ type: this.#machine.state === 'error' ? 'retry' : 'restart' });
    this.#onSignOfLife();
    this.#file.saveAgain();
    this.#room.rejoin();
  }

  pause(): void {
    if (this.getSnapshot().canPause) this.#sender.setPaused(true);
  }

  resume(): void {
    this.#sender.setPaused(false);
  }

  setLimit(setting: RateSetting): void {
    this.#sender.setLimit(setting);
  }

  close(): void {
    if (this.#isClosed()) return;
    this.#end.abort();
    this.#meter.stop();
    this.#silence.stop();
    this.#stopListening();
    this.#room.close();
    this.#sender.disconnectSoon();
    // The message that confirms the file may follow.
    if (this.#machine.state === 'completed') return;
    this.#sender.connection?.cancel('closed');
    // The session is closed, so a failure of the sink has no one to report to.
    this.#file.abort('closed').catch(() => undefined);
  }

  /** A sender refuses the delivery that its user has ended. */
  #renewDelivery(): void {
    this.#file.renewDelivery();
    this.#isNamed = false;
    this.#showDelivery();
  }

  /** Until the sender knows the delivery, both sides report a failure under the one ID that both have. */
  #showDelivery(): void {
    this.#snapshots.setDelivery(this.#isNamed ? this.#file.deliveryId() : this.#room.ownId());
  }

  #apply(input: ReceiverInput, when: 'now' | 'frame' = 'now'): void {
    const before = this.#machine;
    this.#machine = next(before, input);
    if (before === this.#machine) return;
    if (this.#machine.state === 'error') this.#room.leave();
    if (before.state === 'paused' && this.#machine.state !== 'paused') this.#meter.resume();
    if (expectsProgress(this.#machine) && !this.#isClosed()) this.#silence.restart();
    else this.#silence.stop();
    this.#show(when);
  }

  #show(when: 'now' | 'frame'): void {
    this.#snapshots.show(this.#machine, this.#silentSide(), when);
  }

  #silentSide(): SilentSide | null {
    if (!this.#silence.isSilent) return null;
    if (this.#sender.connection?.isDiskBusy() === true) return 'receiver';
    return this.#room.hasJoined || this.#sender.connection !== null ? 'sender' : 'server';
  }

  /** The other side was active, although the state is the same. */
  #onSignOfLife(): void {
    if (this.#isClosed() || !expectsProgress(this.#machine)) return;
    const wasSilent = this.#silence.isSilent;
    this.#silence.restart();
    if (wasSilent) this.#show('now');
  }

  #isClosed(): boolean {
    return this.#end.signal.aborted;
  }

  #onSaving(): void {
    if (this.#isClosed()) return;
    this.#meter.settle();
    this.#meter.stop();
    this.#apply({ type: 'saving' });
  }

  /** An open channel reports the result too, to the sender and to this session. */
  #onSaved(failure: EngineFailure | null): void {
    if (this.#isClosed()) return;
    this.#room.cancelRejoin();
    const outcome = this.#file.outcome();
    if (failure !== null) this.#apply({ type: 'save-failed', error: toEngineError(failure) });
    else if (outcome !== null) this.#complete(outcome.isVerified);
  }

  #complete(isVerified: boolean): void {
    this.#meter.stop();
    if (this.#machine.state === 'completed') return;
    this.#apply({ type: 'completed', isVerified });
    this.#room.leaveIn(answersMs);
    void this.#report();
  }

  /** With the receipt the sender has all that it needs from this page. */
  #onReceipt(receipt: Receipt): void {
    this.#snapshots.setReceipt(receipt);
    this.#room.leaveIn(lingerMs);
  }

  #onSample({ hasProgressed, hasSilenceChanged }: ProgressSample): void {
    this.#snapshots.setFacts(this.#meter.facts());
    if (hasProgressed)
      this.#apply({ type: 'progressed' }, this.#silence.isSilent ? 'now' : 'frame');
    this.#show(hasSilenceChanged ? 'now' : 'frame');
  }

  #onOpen(): void {
    this.#room.cancelRejoin();
    if (this.#options.linkKey) this.#snapshots.markProven();
    this.#apply({ type: 'channel-open' });
  }

  #onDownload(event: DownloadEvent): void {
    switch (event.type) {
      case 'announced':
        // The sender has returned, perhaps with another file, while this file is being saved or after that.
        if (isOver(this.#machine)) return;
        this.#onSignOfLife();
        this.#meter.announce(event.metadata);
        this.#snapshots.announce(event.metadata);
        // A version 1 sender does not stop: an earlier pause would be shown and have no effect.
        if (event.metadata.v2 === null) this.#sender.setPaused(false);
        return;
      case 'ready':
        this.#isNamed = true;
        this.#showDelivery();
        this.#meter.start();
        // Paused before this connection opened; the download has sent `transfer-pause`.
        if (this.#sender.pause.isHere()) this.#apply({ type: 'paused', isPaused: true });
        return;
      case 'paused':
        // The sender may send these at any rate, so notify once per frame.
        this.#apply(event, 'frame');
        this.#show('frame');
        return;
      case 'peer':
        this.#snapshots.setSender(readPeerDetails(event.details));
        return;
      case 'rate-limit':
        this.#meter.onSenderLimit(event.setting);
        return;
      case 'rate-report':
        this.#meter.onRateReport(event.report);
        if (this.#meter.isSenderChecking()) this.#onSignOfLife();
        return;
      case 'completed':
        this.#complete(event.isVerified);
        return;
      case 'failed':
        this.#meter.stop();
        // While saving, the sender may leave or announce another file; the complete file is kept.
        this.#apply(event);
        if (event.isNotified) this.#sender.disconnectSoon();
        else this.#sender.disconnect();
    }
  }

  async #report(): Promise<void> {
    const report = await this.#meter.report();
    this.#options.onReport?.(report);
    // The connection type may be known only now.
    this.#show('now');
  }

  #onSignallingFailed(error: EngineError): void {
    // Once this page has every byte, the sender waits until they are stored; otherwise the transfer ends here.
    if (isRevocation(error) && !this.#meter.hasEveryByte() && !isOver(this.#machine)) {
      this.#sender.connection?.cancel(error.code);
      this.#meter.stop();
      this.#apply({ type: 'failed', error });
      this.#sender.disconnectSoon();
      return;
    }
    // `retry` rejoins when the channel closes.
    if (this.#room.hasGivenUp() && this.#sender.connection?.isChannelOpen() === true) return;
    this.#apply({ type: 'signalling-failed', error });
  }
}

/** Joins the room immediately. @param env injected outside browsers. */
export const createReceiver = (
  options: ReceiverOptions,
  env: EngineEnv = browserEnv(),
): Session<ReceiverSnapshot> => bindSession(new ReceiveSession(options, env));

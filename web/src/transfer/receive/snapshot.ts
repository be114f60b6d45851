/** Publishes the snapshot of a receiving session, and the report of a finished transfer. */

import type { Receipt } from '@tandem/proto/browser/http/receipt';
import type { ConnectionType } from '@tandem/proto/browser/transfers';
import { noFacts, type ConnectionFacts } from '../progress/connection-facts.js';
import type { ProgressSampler } from '../progress/progress-sampler.js';
import { describeProgress, emptyStats, type TransferStats } from '../progress/progress.js';
import { composeReport } from '../progress/transfer-report.js';
import type { Sink } from '../sinks/sink.js';
import { v1ChunkBytes, maxReconnects } from '../support/constants.js';
import type { EngineEnv } from '../support/env.js';
import type { EngineError } from '../support/failures.js';
import type { PausedBy } from '../support/pause.js';
import type { PeerDetails } from '../support/peer-details.js';
import { safeFilename } from '../support/safe-filename.js';
import type { SessionOptions } from '../support/session.js';
import { createStore, type Store } from '../support/store.js';
import { storedFileId } from '../wire/block-layout.js';
import type { FileMetadata } from '../wire/control-messages.js';
import { view, type ReceiverMachine, type ReceiverState } from './receive-session.state.js';

/** `server`: no answer to the join. `receiver`: this device has not stored yet what arrived. */
export type SilentSide = 'server' | 'sender' | 'receiver';

export interface ReceiverSnapshot {
  state: ReceiverState;
  attempt: number;
  maxAttempts: number;
  /**
   * Known once the sender announced the file. The name is already sanitised; `fileId` is what the sink keeps the file
   * under, and version 1 has none.
   */
  file: { filename: string; fileType: string; totalBytes: number; fileId: string } | null;
  stats: TransferStats;
  /** No progress for `silenceMs` while connecting, waiting or receiving; `silentSide` names the side to wait for. */
  isSilent: boolean;
  silentSide: SilentSide | null;
  /** `receiving`, but nothing has arrived for `stallMs`. */
  isStalled: boolean;
  connectionType: ConnectionType;
  connection: ConnectionFacts;
  /** What has arrived outlives this page: see `Sink`. */
  survivesReload: boolean;
  /** The digest of the whole file matches the one that the sender stated. */
  isVerified: boolean;
  /** The sender has proven that it has the link, on this connection and every earlier one. */
  isProven: boolean;
  /** What the sender calls itself; null until it has said so. */
  sender: PeerDetails | null;
  /** Null unless `paused`. */
  pausedBy: PausedBy;
  /** The user at the sender has not approved this recipient yet. */
  isAwaitingApproval: boolean;
  /** Identifies this delivery in the owner's audit log, and to the sender; the peer id until the sender knows it. */
  deliveryId: string;
  /** Signed by both sides after a verified delivery over a protected link. */
  receipt: Receipt | null;
  error: EngineError | null;
}

const initialSnapshot: ReceiverSnapshot = {
  state: 'connecting',
  attempt: 0,
  maxAttempts: maxReconnects,
  file: null,
  stats: emptyStats,
  isSilent: false,
  silentSide: null,
  isStalled: false,
  connectionType: 'unknown',
  connection: noFacts,
  survivesReload: false,
  isVerified: false,
  isProven: false,
  sender: null,
  pausedBy: null,
  isAwaitingApproval: false,
  deliveryId: '',
  receipt: null,
  error: null,
};

interface PublisherOptions extends Pick<SessionOptions, 'shareId' | 'onReport'> {
  sink: Pick<Sink, 'survivesReload'>;
  /** As in `storedFileId`. */
  scope: string;
}

export class SnapshotPublisher {
  readonly #options: PublisherOptions;
  readonly #env: EngineEnv;
  readonly #sampler: ProgressSampler;
  readonly #store: Store<ReceiverSnapshot>;
  /** Time of the first announcement: a resumed transfer is one transfer. */
  #startedAt: Date | null = null;

  constructor(
    options: PublisherOptions,
    env: EngineEnv,
    sampler: ProgressSampler,
    deliveryId: string,
  ) {
    this.#options = options;
    this.#env = env;
    this.#sampler = sampler;
    this.#store = createStore({ ...initialSnapshot, deliveryId }, (callback) =>
      env.onNextFrame(callback),
    );
  }

  snapshot(): ReceiverSnapshot {
    return this.#store.get();
  }

  subscribe(listener: () => void): () => void {
    return this.#store.subscribe(listener);
  }

  announce({ filename, fileType, fileSize, chunks, v2 }: FileMetadata): void {
    this.#startedAt ??= this.#env.wallClock();
    const totalBytes = fileSize ?? chunks * v1ChunkBytes;
    this.#store.set({
      file: {
        filename: safeFilename(filename),
        fileType,
        totalBytes,
        fileId: v2 ? storedFileId(v2, this.#options.scope) : '',
      },
    });
  }

  setDelivery(deliveryId: string): void {
    this.#store.set({ deliveryId });
  }

  setReceipt(receipt: Receipt): void {
    this.#store.set({ receipt });
  }

  setFacts(connection: ConnectionFacts): void {
    this.#store.set({ connection }, 'frame');
  }

  setSender(sender: PeerDetails | null): void {
    if (sender !== null) this.#store.set({ sender }, 'frame');
  }

  markProven(): void {
    this.#store.set({ isProven: true });
  }

  /** @param silentSide null while there is progress, or none is due. */
  show(
    machine: ReceiverMachine,
    silentSide: SilentSide | null,
    pause: { by: PausedBy; isAwaitingApproval: boolean },
    when: 'now' | 'frame',
  ): void {
    const totalBytes = this.#totalBytes();
    const { state } = machine;
    const isUnsaved = machine.state === 'error' && machine.error.isComplete === true;
    const stats =
      state === 'saving' || state === 'completed' || isUnsaved
        ? describeProgress(totalBytes, totalBytes, 0, true)
        : this.#sampler.describe(totalBytes, state === 'receiving');
    const { connectionType } = this.#sampler.connectionStats;
    const silence = { isSilent: silentSide !== null, silentSide };
    const paused =
      state === 'paused'
        ? { pausedBy: pause.by, isAwaitingApproval: pause.isAwaitingApproval }
        : { pausedBy: null, isAwaitingApproval: false };
    const isStalled = state === 'receiving' && this.#sampler.isStalled;
    const survivesReload = this.#options.sink.survivesReload === true;
    this.#store.set(
      { ...view(machine), ...silence, ...paused, isStalled, survivesReload, connectionType, stats },
      when,
    );
  }

  /** Reports a completed transfer with the statistics of its connection. Never rejects. */
  async report(): Promise<void> {
    const completedAt = this.#env.wallClock();
    await this.#sampler.refreshConnectionStats();
    this.#options.onReport?.(
      composeReport({
        shareId: this.#options.shareId,
        connection: this.#sampler.connectionStats,
        bytesTransferred: this.#totalBytes(),
        startedAt: this.#startedAt ?? completedAt,
        completedAt,
        device: this.#env.device,
      }),
    );
  }

  #totalBytes(): number {
    return this.snapshot().file?.totalBytes ?? 0;
  }
}

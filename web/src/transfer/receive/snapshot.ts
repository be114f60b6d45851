/** Publishes the snapshot of a receiving session. */

import type { Receipt } from '@tandem/proto/browser/http/receipt';
import type { ConnectionType } from '@tandem/proto/browser/transfers';
import { noFacts, type ConnectionFacts } from '../progress/connection-facts.js';
import { emptyStats, type TransferStats } from '../progress/progress.js';
import type { Sink } from '../sinks/sink.js';
import { maxReconnects } from '../support/constants.js';
import type { EngineEnv } from '../support/env.js';
import type { EngineError } from '../support/failures.js';
import type { Pause, PausedBy } from '../support/pause.js';
import type { PeerDetails } from '../support/peer-details.js';
import { safeFilename } from '../support/safe-filename.js';
import { createStore, type Store } from '../support/store.js';
import { view } from '../support/values/machine-view.js';
import { storedFileId } from '../wire/block-layout.js';
import type { FileMetadata } from '../wire/control-messages.js';
import type { ReceiverMachine, ReceiverState } from './receive-session.state.js';
import type { TransferMeter } from './transfer-meter.js';

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
  /** This side is in the room, and no sender is. */
  isAlone: boolean;
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
  /** These are false once a sender of version 1 has announced its file: it has no message that would have an effect. */
  canPause: boolean;
  canLimit: boolean;
  /** The user at the sender has not approved this recipient yet. */
  isAwaitingApproval: boolean;
  /** Identifies this delivery in the owner's audit log, and to the sender; the peer id until the sender knows it. */
  deliveryId: string;
  /** Signed by both sides after a verified delivery over a protected link. */
  receipt: Receipt | null;
  /** Why there is none: the clocks of the two devices differ too much. Null when nothing is known. */
  receiptFault: 'clocks' | null;
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
  isAlone: false,
  isStalled: false,
  connectionType: 'unknown',
  connection: noFacts,
  survivesReload: false,
  isVerified: false,
  isProven: false,
  sender: null,
  pausedBy: null,
  canPause: true,
  canLimit: true,
  isAwaitingApproval: false,
  deliveryId: '',
  receipt: null,
  receiptFault: null,
  error: null,
};

interface PublisherOptions {
  sink: Pick<Sink, 'survivesReload'>;
  /** As in `storedFileId`. */
  scope: string;
  meter: TransferMeter;
  pause: Pause;
  /** As in `ReceiverSnapshot`. */
  isAlone: () => boolean;
  deliveryId: string;
}

export class SnapshotPublisher {
  readonly #options: PublisherOptions;
  readonly #store: Store<ReceiverSnapshot>;

  constructor(options: PublisherOptions, env: Pick<EngineEnv, 'onNextFrame'>) {
    this.#options = options;
    const { deliveryId } = options;
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

  announce({ filename, fileType, v2 }: FileMetadata): void {
    const { meter, scope } = this.#options;
    this.#store.set({
      file: {
        filename: safeFilename(filename),
        fileType,
        totalBytes: meter.totalBytes,
        fileId: v2 ? storedFileId(v2, scope) : '',
      },
      canPause: v2 !== null,
      canLimit: v2 !== null,
    });
  }

  setDelivery(deliveryId: string): void {
    this.#store.set({ deliveryId });
  }

  setReceipt(receipt: Receipt): void {
    this.#store.set({ receipt, receiptFault: null });
  }

  setReceiptFault(receiptFault: ReceiverSnapshot['receiptFault']): void {
    this.#store.set({ receiptFault });
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
  show(machine: ReceiverMachine, silentSide: SilentSide | null, when: 'now' | 'frame'): void {
    const { meter, pause, sink, isAlone } = this.#options;
    const isPaused = machine.state === 'paused';
    this.#store.set(
      {
        ...view(machine),
        isSilent: silentSide !== null,
        silentSide,
        isAlone: isAlone(),
        pausedBy: isPaused ? pause.by() : null,
        isAwaitingApproval: isPaused && pause.isAsking(),
        isStalled: machine.state === 'receiving' && meter.isStalled,
        survivesReload: sink.survivesReload === true,
        connectionType: meter.connectionType,
        stats: meter.stats(machine),
      },
      when,
    );
  }
}

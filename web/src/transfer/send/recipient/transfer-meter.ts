/** Measures the transfer to one recipient, over all connections: its progress, what limits it, when and where it ran. */

import type { TransferReport } from '@tandem/proto/browser/http/transfer-report';
import type { ConnectionType } from '@tandem/proto/browser/transfers';
import type { PeerConnection } from '../../connection/peer-connection.js';
import type { ConnectionStats } from '../../connection/stats.js';
import { noFacts, type ConnectionFacts } from '../../progress/connection-facts.js';
import { ProgressSampler, type ProgressSample } from '../../progress/progress-sampler.js';
import { describeProgress, type TransferStats } from '../../progress/progress.js';
import { composeReport } from '../../progress/transfer-report.js';
import type { EngineEnv } from '../../support/env.js';
import type { ObservedFacts } from '../../trust/receipt/receipt-statement.js';
import type { FileSource } from '../source/file-source.js';
import type { TransferRecord, TransferRecords } from '../transfer-records.js';
import type { Upload } from '../upload/upload.js';
import { connectionFacts, createRateReporter } from './connection-report.js';
import type { RecipientState } from './recipient.state.js';

export interface TransferMeterOptions {
  shareId: string;
  source: FileSource;
  records: TransferRecords;
  env: EngineEnv;
  /** Of the present connection. */
  peer: () => PeerConnection | null;
  upload: () => Upload | null;
  isPaused: () => boolean;
  onSample: (sample: ProgressSample) => void;
}

export class TransferMeter {
  readonly #options: TransferMeterOptions;
  readonly #sampler: ProgressSampler;
  readonly #reportRate;
  /** Null before the first byte. */
  #record: TransferRecord | null = null;
  /** In the file: what was sent up to here is in the record. */
  #recordedBytes = 0;
  #facts: ConnectionFacts = noFacts;

  constructor(options: TransferMeterOptions) {
    this.#options = options;
    const { env, peer, upload, isPaused, onSample } = options;
    this.#reportRate = createRateReporter(env.clock);
    this.#sampler = new ProgressSampler({
      clock: env.clock,
      readBytes: () => upload()?.progress.bytesMoved() ?? 0,
      readAcknowledgedBytes: () => upload()?.progress.bytesAcknowledged() ?? 0,
      readArrivedBytes: () => upload()?.progress.bytesArrived() ?? 0,
      isPaused,
      isChecking: () => upload()?.progress.isChecking() === true,
      connection: peer,
      onSample,
    });
  }

  get facts(): ConnectionFacts {
    return this.#facts;
  }

  get connectionType(): ConnectionType {
    return this.#sampler.connectionStats.connectionType;
  }

  /** See `ProgressSampler`. */
  get isSilent(): boolean {
    return this.#sampler.isSilent;
  }

  get isStalled(): boolean {
    return this.#sampler.isStalled;
  }

  stats(state: RecipientState): TransferStats {
    const { totalBytes } = this.#options.source;
    return state === 'completed'
      ? describeProgress(totalBytes, totalBytes, 0, true)
      : this.#sampler.describe(totalBytes, state === 'sending');
  }

  /** An upload starts, or continues on another connection. */
  start(deliveryId: string): void {
    const { records, env, upload } = this.#options;
    this.#record = records.of(deliveryId, env.wallClock());
    this.#recordedBytes = upload()?.progress.bytesSent() ?? 0;
    this.#sampler.start();
  }

  /** A pause has ended. */
  resume(): void {
    this.#sampler.resume();
  }

  stop(): void {
    this.#recordBytes();
    this.#sampler.stop();
  }

  /** What limits the transfer since the last sample. */
  measure({ hasMoved }: ProgressSample): void {
    const upload = this.#options.upload();
    this.#recordBytes();
    if (upload === null) return;
    this.#facts = connectionFacts(upload, this.#sampler);
    // A report in the send queue must not look like a transfer that moves.
    if (hasMoved || upload.progress.isChecking()) this.#reportRate(upload, this.#facts);
  }

  /** The connection is lost: only the curve of the rate is kept. */
  disconnect(): void {
    this.stop();
    this.#facts = { ...noFacts, rates: this.#facts.rates };
  }

  /** What a receipt states about a transfer that is complete now; its route is read when it is composed. */
  observe(): () => ObservedFacts {
    const times = this.#timesUntil(this.#options.env.wallClock());
    return () => ({ ...times, connectionType: this.#mainRoute().connectionType });
  }

  /** Of a transfer that is complete now. */
  async report(): Promise<TransferReport> {
    const { env, shareId, source } = this.#options;
    const times = this.#timesUntil(env.wallClock());
    await this.#sampler.refreshConnectionStats();
    return composeReport({
      shareId,
      connection: this.#mainRoute(),
      bytesTransferred: source.totalBytes,
      ...times,
      device: env.device,
    });
  }

  /** A clock that was set back in between must not make the end precede the start. */
  #timesUntil(completedAt: Date): { startedAt: Date; completedAt: Date } {
    const startedAt = this.#record?.startedAt ?? completedAt;
    return { startedAt: startedAt > completedAt ? completedAt : startedAt, completedAt };
  }

  #mainRoute(): ConnectionStats {
    const { connectionStats } = this.#sampler;
    return this.#record?.mainRoute(connectionStats) ?? connectionStats;
  }

  /** After a rewind, bytes are sent again. */
  #recordBytes(): void {
    const sentBytes = this.#options.upload()?.progress.bytesSent() ?? this.#recordedBytes;
    const bytes = sentBytes - this.#recordedBytes;
    if (bytes > 0) this.#record?.note(this.#sampler.connectionStats, bytes);
    this.#recordedBytes = sentBytes;
  }
}

/** Measures the transfer to one recipient, over all connections: its progress, what limits it, and when it ran. */
import type { TransferReport } from '@tandem/proto/browser/http/transfer-report';
import type { ConnectionType } from '@tandem/proto/browser/transfers';
import type { PeerConnection } from '../../connection/peer-connection.js';
import { noFacts, type ConnectionFacts } from '../../progress/connection-facts.js';
import { describeProgress, type TransferStats } from '../../progress/progress.js';
import { ProgressSampler, type ProgressSample } from '../../progress/progress-sampler.js';
import { composeReport } from '../../progress/transfer-report.js';
import type { EngineEnv } from '../../support/env.js';
import type { ObservedFacts } from '../../trust/receipt/receipt-statement.js';
import type { FileSource } from '../source/file-source.js';
import type { Upload } from '../upload/upload.js';
import { connectionFacts, createRateReporter } from './connection-report.js';
import type { RecipientState } from './recipient.state.js';

export interface TransferMeterOptions {
  shareId: string;
  source: FileSource;
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
  #startedAt: Date | null = null;
  #facts: ConnectionFacts = noFacts;

  constructor(options: TransferMeterOptions) {
    this.#options = options;
    const { env, peer, upload, isPaused, onSample } = options;
    this.#reportRate = createRateReporter(env.clock);
    this.#sampler = new ProgressSampler({
      clock: env.clock,
      readBytes: () => upload()?.bytesSent() ?? 0,
      readAcknowledgedBytes: () => upload()?.bytesAcknowledged() ?? 0,
      isPaused: () => isPaused() || upload()?.isChecking() === true,
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
  start(): void {
    this.#startedAt ??= this.#options.env.wallClock();
    this.#sampler.start();
  }

  stop(): void {
    this.#sampler.stop();
  }

  /** What limits the transfer since the last sample. */
  measure({ hasMoved }: ProgressSample): void {
    const upload = this.#options.upload();
    if (upload === null) return;
    this.#facts = connectionFacts(upload, this.#sampler);
    // A report in the send queue must not look like a transfer that moves.
    if (hasMoved || upload.isChecking()) this.#reportRate(upload, this.#facts);
  }

  /** The connection is lost: only the curve of the rate is kept. */
  disconnect(): void {
    this.#sampler.stop();
    this.#facts = { ...noFacts, rates: this.#facts.rates };
  }

  /** What a receipt states about a transfer that is complete now; its route is read when it is composed. */
  observe(): () => ObservedFacts {
    const completedAt = this.#options.env.wallClock();
    const startedAt = this.#startedAt ?? completedAt;
    return () => ({ startedAt, completedAt, connectionType: this.connectionType });
  }

  /** Of a transfer that is complete now. */
  async report(): Promise<TransferReport> {
    const { env, shareId, source } = this.#options;
    const completedAt = env.wallClock();
    await this.#sampler.refreshConnectionStats();
    return composeReport({
      shareId,
      connection: this.#sampler.connectionStats,
      bytesTransferred: source.totalBytes,
      startedAt: this.#startedAt ?? completedAt,
      completedAt,
      device: env.device,
    });
  }
}

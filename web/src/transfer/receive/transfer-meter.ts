/** Measures the transfer to this device, over all connections: its progress, what limits it, when and where it ran. */

import type { TransferReport } from '@tandem/proto/browser/http/transfer-report';
import type { ConnectionType } from '@tandem/proto/browser/transfers';
import { peerAddressOf } from '../connection/stats.js';
import type { ConnectionFacts } from '../progress/connection-facts.js';
import { readLimitingFactor, type LimitingFactor } from '../progress/limiting-factor.js';
import { ProgressSampler, type ProgressSample } from '../progress/progress-sampler.js';
import { describeProgress, type TransferStats } from '../progress/progress.js';
import { composeReport } from '../progress/transfer-report.js';
import { v1ChunkBytes } from '../support/constants.js';
import type { EngineEnv } from '../support/env.js';
import { unlimited, type RateSetting } from '../support/session.js';
import type { FileMetadata } from '../wire/control-messages.js';
import type { RateReport } from './download/download-options.js';
import type { ReceiverMachine } from './receive-session.state.js';
import type { SenderConnection } from './sender-connection.js';

export interface TransferMeterOptions {
  shareId: string;
  env: EngineEnv;
  connection: () => SenderConnection | null;
  /** The limit that the user has set on this device. */
  ownLimit: () => RateSetting;
  isPaused: () => boolean;
  onSample: (sample: ProgressSample) => void;
}

export class TransferMeter {
  readonly #options: TransferMeterOptions;
  readonly #sampler: ProgressSampler;
  /** Of the announced file; null before. */
  #totalBytes: number | null = null;
  /** The sender gave no size: it is estimated from the number of chunks. */
  #isEstimated = false;
  /** Time of the first announcement: a resumed transfer is one transfer. */
  #startedAt: Date | null = null;
  /** Of the present connection. */
  #senderLimit: RateSetting = unlimited;
  /** The sender's last report on the present connection. */
  #rateReport: RateReport | null = null;

  constructor(options: TransferMeterOptions) {
    this.#options = options;
    const { env, connection, isPaused, onSample } = options;
    this.#sampler = new ProgressSampler({
      clock: env.clock,
      readBytes: () => connection()?.bytesReceived() ?? 0,
      isPaused,
      isChecking: () => this.isSenderChecking(),
      connection: () => connection()?.peer ?? null,
      onSample,
    });
  }

  get connectionType(): ConnectionType {
    return this.#sampler.connectionStats.connectionType;
  }

  get isStalled(): boolean {
    return this.#sampler.isStalled;
  }

  get totalBytes(): number {
    return this.#totalBytes ?? 0;
  }

  announce({ fileSize, chunks }: FileMetadata): void {
    this.#totalBytes = fileSize ?? chunks * v1ChunkBytes;
    this.#isEstimated = fileSize === null;
    this.#startedAt ??= this.#options.env.wallClock();
  }

  start(): void {
    this.#sampler.start();
  }

  /** The whole file has arrived, so its size is known. */
  settle(): void {
    const receivedBytes = this.#options.connection()?.bytesReceived();
    if (this.#isEstimated && receivedBytes !== undefined) this.#totalBytes = receivedBytes;
    this.#isEstimated = false;
  }

  /** A pause has ended. */
  resume(): void {
    this.#sampler.resume();
  }

  stop(): void {
    this.#sampler.stop();
  }

  disconnect(): void {
    this.stop();
    this.#senderLimit = unlimited;
    this.#rateReport = null;
  }

  onSenderLimit(setting: RateSetting): void {
    this.#senderLimit = setting;
  }

  onRateReport(report: RateReport): void {
    this.#rateReport = report;
  }

  hasEveryByte(): boolean {
    const receivedBytes = this.#options.connection()?.bytesReceived() ?? 0;
    return receivedBytes >= (this.#totalBytes ?? Infinity);
  }

  /** Every byte is here, and the sender still reads its file to digest it: after a reload that may take minutes. */
  isSenderChecking(): boolean {
    return this.hasEveryByte() && this.#rateReport?.limitedBy === 'sender-disk';
  }

  stats(machine: ReceiverMachine): TransferStats {
    const { totalBytes } = this;
    const { state } = machine;
    const isUnsaved = machine.state === 'error' && machine.error.isComplete === true;
    return state === 'saving' || state === 'completed' || isUnsaved
      ? describeProgress(totalBytes, totalBytes, 0, true)
      : this.#sampler.describe(totalBytes, state === 'receiving');
  }

  /** What the sender reports comes first: it measures the path, and the receiver cannot. */
  facts(): ConnectionFacts {
    const { connectionStats } = this.#sampler;
    return {
      rttMs: this.#rateReport?.rttMs ?? connectionStats.rttMs,
      lossShare: this.#rateReport?.lossShare ?? null,
      limitedBy: this.#limitedBy(),
      rates: this.#sampler.rates,
      peerLimit: this.#senderLimit,
      lanes: this.#options.connection()?.lanes() ?? 1,
      peerAddress: peerAddressOf(connectionStats),
    };
  }

  /** Of a transfer that is complete now. */
  async report(): Promise<TransferReport> {
    const { env, shareId } = this.#options;
    const completedAt = env.wallClock();
    await this.#sampler.refreshConnectionStats();
    return composeReport({
      shareId,
      connection: this.#sampler.connectionStats,
      bytesTransferred: this.totalBytes,
      startedAt: this.#startedAt ?? completedAt,
      completedAt,
      device: env.device,
    });
  }

  #limitedBy(): LimitingFactor | null {
    if (this.#rateReport !== null) return readLimitingFactor(this.#rateReport.limitedBy);
    if (this.#options.connection()?.isWindowFull() !== true) return null;
    return this.#options.ownLimit().bytesPerSecond === null ? 'recipient-disk' : 'recipient-limit';
  }
}

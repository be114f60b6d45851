/**
 * What a paced upload has besides its channel: the pacer, the measuring connection, and lanes
 * (docs/protocol.md, 2.8 and 2.9). Nothing of it exists before `start`.
 */

import type {
  OpenMeasuringConnection,
  MeasuringConnection,
} from '../../connection/measuring-connection.js';
import type { OpenLane } from '../../lanes/lane-connection.js';
import { pageLanes } from '../../lanes/opening/lane-budget.js';
import { createSenderLanes, type SenderLanes } from '../../lanes/sender-lanes.js';
import { createPacer, type Pacer, type ByteReport } from '../../pacing/pacer.js';
import type { EngineEnv } from '../../support/env.js';
import { EngineFailure } from '../../support/failures.js';
import type { ControlMessage, ParsedControl, ReceiverReady } from '../../wire/control-messages.js';
import type { ChannelWriter } from '../../wire/flow-control.js';
import type { UploadLimits } from './upload-limits.js';

export interface UploadPacingOptions {
  env: EngineEnv;
  limits: UploadLimits;
  /** Absent where a transfer cannot be paced. */
  openMeasuringConnection: OpenMeasuringConnection | undefined;
  /** Absent where there is only the one connection. */
  openLane: OpenLane | undefined;
  isRelayed: () => boolean;
  isPaused: () => boolean;
  send: (message: ControlMessage) => void;
  /** More bytes may be sent. */
  onChange: () => void;
  /** See `PacerOptions`. */
  onStandstill: () => void;
  /** See `SenderLanesOptions`. */
  onUsedUp: () => void;
  onExcess: () => void;
}

type PacingMessage = Extract<
  ParsedControl,
  { type: 'piece-receipt' | 'path-signal' | 'lane-signal' }
>;

export class UploadPacing {
  readonly #options: UploadPacingOptions;
  #pacer: Pacer | null = null;
  #lanes: SenderLanes | null = null;
  #measuring: MeasuringConnection | null = null;

  constructor(options: UploadPacingOptions) {
    this.#options = options;
  }

  /** Null for a transfer that is not paced. */
  get pacer(): Pacer | null {
    return this.#pacer;
  }

  /** Null unless the receiver accepts lanes. */
  get lanes(): SenderLanes | null {
    return this.#lanes;
  }

  start(writer: ChannelWriter, ready: ReceiverReady): void {
    const { env, limits, openMeasuringConnection, send, onChange, onStandstill, onExcess } =
      this.#options;
    const lanes = this.#createLanes(writer, ready, () => pacer);
    const pacer = createPacer({
      clock: env.clock,
      waitingBytes: () => lanes?.waitingBytes() ?? writer.bufferedBytes(),
      onChange,
      onStandstill,
      onExcess,
      ...(lanes && {
        readDelivered: (report) => lanes.readDelivered(report),
        lanes: () => lanes.count(),
        isOwed: () => lanes.isOwed(),
        onInterrupted: (lostMs) => lanes.onInterrupted(lostMs),
      }),
    });
    this.#pacer = pacer;
    this.#lanes = lanes;
    pacer.onLimit(limits.isYielding());
    this.#measuring =
      openMeasuringConnection?.({
        send,
        onOpen: (channel) => {
          pacer.measure(channel);
          lanes?.signalOver(channel);
        },
      }) ?? null;
  }

  /** The limit of either side has changed. */
  onLimit(): void {
    this.#pacer?.onLimit(this.#options.limits.isYielding());
  }

  /**
   * @returns whether the message concerns what is beside the channel.
   * @throws EngineFailure `protocol-violation` for a report that contradicts what was sent
   */
  handles(message: ParsedControl): message is PacingMessage {
    switch (message.type) {
      case 'piece-receipt':
        this.#onByteReport({ receivedBytes: message.bytes, lanes: message.lanes ?? [] });
        return true;
      case 'path-signal':
        this.#measuring?.receive(message);
        return true;
      case 'lane-signal':
        this.#lanes?.receive(message);
        return true;
      default:
        return false;
    }
  }

  stop(): void {
    this.#pacer?.stop();
    this.#lanes?.stop();
    this.#measuring?.close();
  }

  #onByteReport(report: ByteReport): void {
    if (this.#pacer?.onReceived(report) !== true) throw new EngineFailure('protocol-violation');
  }

  #createLanes(
    writer: ChannelWriter,
    { lanes: maxLanes = 0, digestCopies = 1 }: ReceiverReady,
    pacer: () => Pacer,
  ): SenderLanes | null {
    const { env, limits, openLane, isRelayed, isPaused, send, onChange, onUsedUp } = this.#options;
    if (openLane === undefined || maxLanes === 0) return null;
    return createSenderLanes({
      clock: env.clock,
      writer,
      openLane,
      maxLanes,
      maxDigestCopies: digestCopies,
      budget: pageLanes,
      ...(env.lanesAtStart !== undefined && { lanesAtStart: env.lanesAtStart }),
      pacer,
      isRelayed,
      isYielding: () => limits.isYielding(),
      isPaused,
      send,
      onChange,
      onUsedUp,
    });
  }
}

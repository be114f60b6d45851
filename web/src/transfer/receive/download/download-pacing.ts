/**
 * What a paced download has besides its channel: reports for pieces, the measuring connection, and lanes
 * (docs/protocol.md, 2.8 and 2.9). Nothing of it exists before `accept`.
 */

import type {
  OpenMeasuringConnection,
  PathSignal,
  MeasuringConnection,
} from '../../connection/measuring-connection.js';
import type { LaneSignal, OpenLane } from '../../lanes/lane-connection.js';
import { createReceiverLanes, type ReceiverLanes } from '../../lanes/receiver-lanes.js';
import { createByteReports, type ByteReports } from '../../pacing/byte-reports.js';
import { maxLanes, maxLanesIos } from '../../support/constants.js';
import type { EngineEnv } from '../../support/env.js';
import type { ControlLimiter } from '../../wire/control-limiter.js';
import { parseControl, type ControlMessage, type V2Offer } from '../../wire/control-messages.js';

export interface DownloadPacingOptions {
  env: EngineEnv;
  /** Absent where a transfer cannot be paced. */
  openMeasuringConnection: OpenMeasuringConnection | undefined;
  /** Absent where there is only the one connection. */
  openLane: OpenLane | undefined;
  /** Counts the messages of all channels together. */
  limiter: ControlLimiter;
  send: (message: ControlMessage) => void;
  onLaneMessage: (message: string | Uint8Array<ArrayBuffer>, lane: number) => void;
  onFailure: (cause: unknown) => void;
}

export class DownloadPacing {
  readonly #options: DownloadPacingOptions;
  readonly #end = new AbortController();
  #reports: ByteReports | null = null;
  #measuring: MeasuringConnection | null = null;
  #lanes: ReceiverLanes | null = null;

  constructor(options: DownloadPacingOptions) {
    this.#options = options;
  }

  /** @returns what the answer to the offer states; `lanes` is how many the sender may open. */
  accept(offer: V2Offer): { isPaced: boolean; lanes: number } {
    const isPaced = offer.paced === true && this.#options.openMeasuringConnection !== undefined;
    if (!isPaced) return { isPaced, lanes: 0 };
    this.#reports = createByteReports(this.#options.env.clock, (bytes, lanes) =>
      this.#options.send({
        type: 'piece-receipt',
        bytes,
        ...(lanes.length > 0 && { lanes: [...lanes] }),
      }),
    );
    return { isPaced, lanes: offer.lanes === true ? this.#acceptLanes() : 0 };
  }

  /** Connections that carry the file. */
  connections(): number {
    return 1 + (this.#lanes?.count() ?? 0);
  }

  /** This side has requested pieces from the sender. */
  isAccepted(): boolean {
    return this.#reports !== null;
  }

  onPiece(bytes: number, isReportWanted: boolean, lane: number): void {
    this.#reports?.onPiece(bytes, isReportWanted, lane);
  }

  onPathSignal(message: PathSignal): void {
    const reports = this.#reports;
    if (reports === null) return;
    this.#measuring ??=
      this.#options.openMeasuringConnection?.({
        send: (answer) => this.#options.send(answer),
        onOpen: (channel) => this.#measure(channel, reports),
      }) ?? null;
    this.#measuring?.receive(message);
  }

  onLaneSignal(message: LaneSignal): void {
    this.#lanes?.receive(message);
  }

  closeLane(lane: number): void {
    this.#lanes?.close(lane);
  }

  stop(): void {
    this.#end.abort();
    this.#reports?.stop();
    this.#measuring?.close();
    this.#lanes?.stop();
  }

  #acceptLanes(): number {
    const { openLane, env, send, onLaneMessage, onFailure } = this.#options;
    if (openLane === undefined) return 0;
    const most = env.device.isIos ? maxLanesIos : maxLanes;
    this.#lanes = createReceiverLanes({
      openLane,
      maxLanes: most,
      send,
      onOpen: (lane) => this.#reports?.openLane(lane),
      onClosed: (lane) => this.#reports?.closeLane(lane),
      onMessage: onLaneMessage,
      onFailure,
    });
    return most;
  }

  /** Copies of lane signals arrive here too, past a channel that stands still. */
  #measure(channel: RTCDataChannel, reports: ByteReports): void {
    reports.measure(channel);
    const onCopy = ({ data }: MessageEvent): void => {
      if (typeof data !== 'string') return;
      try {
        const message = parseControl(data);
        this.#options.limiter.count(message);
        if (message.type === 'lane-signal') this.onLaneSignal(message);
      } catch (cause) {
        this.#options.onFailure(cause);
      }
    };
    channel.addEventListener('message', onCopy, { signal: this.#end.signal });
  }
}

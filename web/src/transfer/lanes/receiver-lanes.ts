/** Receiver's side of lanes: accepts what the sender opens within the agreed number. */

import { EngineFailure } from '../support/failures.js';
import { readMessage } from '../wire/chunk-frames.js';
import type { LaneConnection, LaneSignal, OpenLane } from './lane-connection.js';

export interface ReceiverLanes {
  /**
   * An offer of more lanes than agreed is ignored: the sender repeats it, and the message that closes another lane may
   * still wait in a file's channel at a standstill.
   */
  receive(message: LaneSignal): void;
  /** The sender has given up the lane. */
  close(lane: number): void;
  /** Open lanes. */
  count(): number;
  stop(): void;
}

export interface ReceiverLanesOptions {
  openLane: OpenLane;
  maxLanes: number;
  send: (message: LaneSignal) => void;
  onOpen: (lane: number) => void;
  onClosed: (lane: number) => void;
  /** A message of an open lane. An exception ends the transfer. */
  onMessage: (message: string | Uint8Array<ArrayBuffer>, lane: number) => void;
  onFailure: (cause: unknown) => void;
}

export const createReceiverLanes = (options: ReceiverLanesOptions): ReceiverLanes => {
  const { openLane, maxLanes, send, onOpen, onClosed, onMessage, onFailure } = options;
  const lanes = new Map<number, { connection: LaneConnection; isOpen: boolean }>();
  /** A number is used once: signals of a closed lane may still arrive. */
  const used = new Set<number>();

  const remove = (lane: number): void => {
    const known = lanes.get(lane);
    if (known === undefined) return;
    lanes.delete(lane);
    known.connection.close();
    if (known.isOpen) onClosed(lane);
  };

  const onData = (data: unknown, lane: number): void => {
    if (!lanes.has(lane)) return;
    try {
      const message = readMessage(data);
      if (message === null) throw new EngineFailure('protocol-violation');
      onMessage(message, lane);
    } catch (cause) {
      onFailure(cause);
    }
  };

  const accept = (lane: number): LaneConnection | null => {
    const connection = openLane(lane, {
      send,
      onOpen(channel, early) {
        const known = lanes.get(lane);
        if (known === undefined) return;
        known.isOpen = true;
        onOpen(lane);
        for (const data of early) onData(data, lane);
        channel.addEventListener('message', ({ data }: MessageEvent) => onData(data, lane));
      },
      onLost: () => remove(lane),
    });
    if (connection !== null) lanes.set(lane, { connection, isOpen: false });
    return connection;
  };

  return {
    receive(message) {
      const { lane, kind } = message;
      const known = lanes.get(lane)?.connection;
      if (known !== undefined) {
        known.receive(message);
        return;
      }
      if (kind !== 'offer' || used.has(lane)) return;
      if (lanes.size >= maxLanes) return;
      used.add(lane);
      accept(lane)?.receive(message);
    },
    close: remove,
    count: () => [...lanes.values()].filter(({ isOpen }) => isOpen).length,
    stop() {
      for (const { connection } of lanes.values()) connection.close();
      lanes.clear();
    },
  };
};

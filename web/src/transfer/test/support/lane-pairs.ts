/** Lanes in memory: an offer over the file's channel joins two channels, as a negotiated connection would. */

import type { OpenMeasuringConnection } from '../../connection/measuring-connection.js';
import type { LaneConnection, LaneEvents, OpenLane } from '../../lanes/lane-connection.js';
import { asChannel, createChannelPair, type ChannelPair } from './fake-channel.js';

export interface LanePairs {
  openNear: OpenLane;
  openFar: OpenLane;
  /** Channels of the lanes that have opened. */
  pairs: Map<number, ChannelPair>;
}

/** @param prepare called with the channels of each lane before its first message. */
export const createLanePairs = (
  prepare: (pair: ChannelPair, lane: number) => void = () => undefined,
): LanePairs => {
  const pairs = new Map<number, ChannelPair>();
  const near = new Map<number, LaneEvents>();

  const end = (lane: number, events: LaneEvents, side: keyof ChannelPair): LaneConnection => {
    let isClosed = false;
    return {
      receive(message) {
        if (side !== 'far' || message.kind !== 'offer' || pairs.has(lane)) return;
        const pair = createChannelPair();
        pairs.set(lane, pair);
        prepare(pair, lane);
        const nearEvents = near.get(lane);
        pair.near.addEventListener('close', () => nearEvents?.onLost());
        pair.far.addEventListener('close', () => {
          if (!isClosed) events.onLost();
        });
        events.onOpen(asChannel(pair.far), []);
        nearEvents?.onOpen(asChannel(pair.near), []);
      },
      close() {
        isClosed = true;
        pairs.get(lane)?.[side].close();
      },
    };
  };

  return {
    pairs,
    openNear(lane, events) {
      near.set(lane, events);
      setImmediate(() =>
        events.send({ type: 'lane-signal', lane, kind: 'offer', payload: { sdp: '' } }),
      );
      return end(lane, events, 'near');
    },
    openFar: (lane, events) => end(lane, events, 'far'),
  };
};

/** A transfer is paced, and its path is never measured. */
export const noMeasuringConnection: OpenMeasuringConnection = () => null;

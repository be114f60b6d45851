/**
 * One lane: a further connection to the same counterpart, with one ordered channel that carries messages of the file.
 * It is negotiated over the file's proven channel and never over signalling, so its descriptions, with their
 * fingerprints, come from the peer that has proven itself (docs/protocol.md, 3.6).
 */

import type { IceServers } from '../connection/ice-servers.js';
import { PeerConnection } from '../connection/peer-connection.js';
import { readSignal } from '../signalling/messages.js';
import { laneChannelLabel } from '../support/constants.js';
import type { EngineEnv } from '../support/env.js';
import type { ControlMessage } from '../wire/control-messages.js';

export type LaneSignal = Extract<ControlMessage, { type: 'lane-signal' }>;

export interface LaneConnection {
  receive(message: LaneSignal): void;
  close(): void;
}

export interface LaneEvents {
  send: (message: LaneSignal) => void;
  /** `early`: data of messages that arrived while the certificates were compared. */
  onOpen: (channel: RTCDataChannel, early: readonly unknown[]) => void;
  /** The lane cannot be used, or not any longer. It is closed. */
  onLost: () => void;
}

/** @returns null where no further connection can be made. */
export type OpenLane = (lane: number, events: LaneEvents) => LaneConnection | null;

/** Messages kept for a lane until its certificates are compared: a new lane has few under way. */
const maxEarlyMessages = 256;

const laneChannel = { label: laneChannelLabel, init: { ordered: true } };

export const laneOpener =
  (role: 'offer' | 'answer', env: EngineEnv, iceServers: IceServers): OpenLane =>
  (lane, { send, onOpen, onLost }) => {
    let isClosed = false;
    const close = (): void => {
      isClosed = true;
      connection.close();
    };
    const lose = (): void => {
      if (isClosed) return;
      close();
      onLost();
    };

    /** Opens the lane to the file once the certificate presented is the one in the description. */
    const verify = async (channel: RTCDataChannel): Promise<void> => {
      const early: unknown[] = [];
      const onEarly = ({ data }: MessageEvent): void => {
        if (early.length >= maxEarlyMessages) lose();
        else early.push(data);
      };
      channel.addEventListener('message', onEarly);
      const isDescribed = (await connection.fingerprints().catch(() => null)) !== null;
      channel.removeEventListener('message', onEarly);
      if (isClosed) return;
      if (isDescribed) onOpen(channel, early);
      else lose();
    };

    const create = (): PeerConnection | null => {
      try {
        return new PeerConnection({
          role,
          iceServers,
          env,
          channel: laneChannel,
          send: ({ type, payload }) =>
            send({ type: 'lane-signal', lane, kind: type, payload: { ...payload } }),
          onEvent: (event) => {
            if (event.type === 'channel-open') void verify(event.channel);
            else if (event.type !== 'path') lose();
            // The sender does not wait for a lane: other lanes carry what was under way on it.
            else if (!event.isUp && role === 'offer') lose();
          },
        });
      } catch {
        // Too many connections, or WebRTC was switched off since the first one.
        return null;
      }
    };
    const created = create();
    if (created === null) return null;
    const connection = created;
    if (role === 'offer') connection.start();
    return {
      receive({ kind, payload }) {
        const signal = readSignal(kind, payload);
        if (signal !== null) connection.receive(signal);
      },
      close,
    };
  };

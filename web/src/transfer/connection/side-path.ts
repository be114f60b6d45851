/**
 * A second connection to the same counterpart, for measuring the path: its packets never wait behind the file's in
 * SCTP's queue. It is negotiated over the data channel, so that it needs no server and works while signalling is
 * unavailable. If the side path fails, only the measurement is lost.
 */
import type { ControlMessage } from '../wire/control-messages.js';
import { pathChannelLabel } from '../support/constants.js';
import type { EngineEnv } from '../support/env.js';
import { readSignal } from '../signalling/messages.js';
import { PeerConnection } from './peer-connection.js';

const measuringChannel = {
  label: pathChannelLabel,
  init: { ordered: false, maxRetransmits: 0 },
};

export type PathSignal = Extract<ControlMessage, { type: 'path-signal' }>;

export interface SidePath {
  receive(message: PathSignal): void;
  close(): void;
}

export interface SidePathEvents {
  send: (message: PathSignal) => void;
  onOpen: (channel: RTCDataChannel) => void;
}

/** Called once per transfer; null where no further connection can be made. */
export type OpenSidePath = (events: SidePathEvents) => SidePath | null;

export const sidePathOpener =
  (role: 'offer' | 'answer', env: EngineEnv, iceServers: RTCIceServer[]): OpenSidePath =>
  ({ send, onOpen }) => {
    try {
      const connection = new PeerConnection({
        role,
        iceServers,
        env,
        channel: measuringChannel,
        send: ({ type, payload }) =>
          send({ type: 'path-signal', kind: type, payload: { ...payload } }),
        onEvent: (event) => {
          if (event.type === 'channel-open') onOpen(event.channel);
        },
      });
      if (role === 'offer') connection.start();
      return {
        receive({ kind, payload }) {
          const signal = readSignal(kind, payload);
          if (signal !== null) connection.receive(signal);
        },
        close: () => connection.close(),
      };
    } catch {
      // Too many connections, or WebRTC was switched off since the first one.
      return null;
    }
  };

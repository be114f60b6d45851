/**
 * A second connection to the same counterpart, for measuring the path: its packets never wait behind the file's in
 * SCTP's queue. It is negotiated over the data channel, so that it needs no server and works while signalling is
 * unavailable. While it is down only the measurement is missing; the sender replaces a connection that is lost.
 */

import { readSignal } from '../signalling/messages.js';
import { pathChannelLabel } from '../support/constants.js';
import type { EngineEnv, TimerId } from '../support/env.js';
import type { ControlMessage } from '../wire/control-messages.js';
import type { IceServers } from './ice-servers.js';
import { PeerConnection, type PeerConnectionEvent } from './peer-connection.js';

const measuringChannel = {
  label: pathChannelLabel,
  init: { ordered: false, maxRetransmits: 0 },
};

export type PathSignal = Extract<ControlMessage, { type: 'path-signal' }>;

export interface MeasuringConnection {
  receive(message: PathSignal): void;
  close(): void;
}

export interface MeasuringConnectionEvents {
  send: (message: PathSignal) => void;
  /** Also for each connection that replaces a lost one. */
  onOpen: (channel: RTCDataChannel) => void;
}

/** Called once per transfer; null where no further connection can be made. */
export type OpenMeasuringConnection = (
  events: MeasuringConnectionEvents,
) => MeasuringConnection | null;

/**
 * The sender restarts ICE 5 and 13 s after the path is lost, and offers another connection after 26 s, before the
 * receiver gives up the first one (`answererTimeoutMs`).
 */
const maxRestarts = 2;
/**
 * Maximum of consecutive renewals without effect. A receiver that does not replace its connection answers none of them.
 */
const maxVainRenewals = 5;
/** A receiver closes its measuring connection at the end of the transfer, often before the sender closes its own. */
const renewalDelayMs = 5_000;
/** Per transfer: closed connections count towards the browser's limit until they are collected. */
const maxConnections = 64;

export const measuringConnectionOpener =
  (role: 'offer' | 'answer', env: EngineEnv, iceServers: IceServers): OpenMeasuringConnection =>
  ({ send, onOpen }) => {
    let connections = 0;
    let vainRenewals = 0;
    let timer: TimerId | undefined;

    const onEvent = (event: PeerConnectionEvent): void => {
      if (event.type === 'channel-open') {
        vainRenewals = 0;
        onOpen(event.channel);
      } else if (event.type !== 'path') renew();
    };

    const create = (): PeerConnection | null => {
      connections += 1;
      try {
        const connection = new PeerConnection({
          role,
          iceServers,
          env,
          channel: measuringChannel,
          maxRestarts,
          send: ({ type, payload }) =>
            send({ type: 'path-signal', kind: type, payload: { ...payload } }),
          onEvent,
        });
        if (role === 'offer') connection.start();
        return connection;
      } catch {
        // Too many connections, or WebRTC was switched off since the first one.
        return null;
      }
    };

    /** The answering side waits for the offer of another connection. */
    const renew = (): void => {
      current?.close();
      if (role === 'answer' || vainRenewals === maxVainRenewals || connections === maxConnections)
        return;
      vainRenewals += 1;
      timer = env.clock.setTimeout(() => {
        current = create();
      }, renewalDelayMs);
    };

    let current = create();
    if (current === null) return null;
    return {
      receive({ kind, payload }) {
        const signal = readSignal(kind, payload);
        if (signal === null) return;
        const isNew =
          role === 'answer' &&
          signal.type === 'offer' &&
          current?.isContinuedBy(signal.payload) !== true;
        if (isNew) {
          if (connections === maxConnections) return;
          current?.close();
          current = create();
        }
        current?.receive(signal);
      },
      close() {
        env.clock.clearTimeout(timer);
        current?.close();
      },
    };
  };

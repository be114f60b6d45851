/** An environment under Node: werift connections and a signalling server in memory. */

import { RTCPeerConnection as WeriftConnection } from 'werift';
import { readyTimeoutMs } from '../../support/constants.js';
import {
  describeDevice,
  randomBelow,
  randomId,
  sha256,
  type EngineEnv,
  type TimerId,
} from '../../support/env.js';
import type { HubSocket, SignallingHub } from './signalling-hub.js';

/**
 * Factor on the timeout of the version 2 negotiation. All sessions share one event loop: after a stall of one second,
 * the timeout would fire before an answer that has already arrived is processed.
 */
const patience = 60;

/** Small, so that files of a few hundred KiB have several blocks. */
export const testBlockBytes = 256 * 1024;

export interface TestEnv extends EngineEnv {
  connections: WeriftConnection[];
  /** The tab crashes: timers stop, and sockets and connections close without a message. */
  crash(): Promise<void>;
  dispose(): Promise<void>;
}

/** @param isPatient extends the timeout after which the sender uses protocol version 1. */
export const weriftEnv = (
  hub: SignallingHub,
  overrides: Partial<EngineEnv> = {},
  isPatient = true,
): TestEnv => {
  const connections: WeriftConnection[] = [];
  const sockets: HubSocket[] = [];
  const timers = new Set<TimerId>();
  /** Timers started later, by callbacks that are still pending, would keep the process alive. */
  let isEnded = false;
  return {
    connections,
    createPeerConnection: () => {
      const connection = new WeriftConnection({
        iceServers: [],
        iceAdditionalHostAddresses: ['127.0.0.1'],
        iceUseIpv6: false,
        maxMessageSize: 262_144,
      });
      connections.push(connection);
      return connection as unknown as RTCPeerConnection;
    },
    createSocket(url) {
      const socket = hub.connect(url);
      sockets.push(socket);
      return socket as unknown as WebSocket;
    },
    clock: {
      now: () => performance.now(),
      setTimeout(callback, delayMs) {
        const timer =
          isPatient && delayMs === readyTimeoutMs
            ? setTimeout(callback, delayMs * patience).unref()
            : setTimeout(callback, delayMs);
        if (isEnded) clearTimeout(timer);
        timers.add(timer);
        return timer;
      },
      clearTimeout: (timer) => {
        clearTimeout(timer);
      },
    },
    device: describeDevice('node', 0, 1_920),
    memory: { blockBytes: testBlockBytes, windowBytes: 4 * testBlockBytes },
    isPaced: false,
    random: Math.random,
    randomId,
    randomBelow,
    sha256,
    onNextFrame: (callback) => {
      setImmediate(callback);
    },
    onReturn: () => () => undefined,
    wallClock: () => new Date(),
    ...overrides,
    async crash() {
      isEnded = true;
      for (const timer of timers) clearTimeout(timer);
      for (const socket of sockets) {
        socket.onclose = null;
        socket.onmessage = null;
        socket.close(1006);
      }
      await Promise.all(connections.map((connection) => connection.close()));
    },
    async dispose() {
      isEnded = true;
      for (const timer of timers) clearTimeout(timer);
      await Promise.all(connections.map((connection) => connection.close()));
    },
  };
};

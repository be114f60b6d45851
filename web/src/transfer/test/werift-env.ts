/** The engine's surroundings under Node: werift connections and an in-memory signalling hub. */
import { RTCPeerConnection as WeriftConnection } from 'werift';
import { describeDevice, randomId, sha256, type EngineEnv } from '../env.js';
import type { SignallingHub } from './signalling-hub.js';

export interface TestEnv extends EngineEnv {
  connections: WeriftConnection[];
  dispose(): Promise<void>;
}

export function weriftEnv(hub: SignallingHub, overrides: Partial<EngineEnv> = {}): TestEnv {
  const connections: WeriftConnection[] = [];
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
    createSocket: (url) => hub.connect(url) as unknown as WebSocket,
    clock: {
      now: () => performance.now(),
      setTimeout: (callback, delayMs) => setTimeout(callback, delayMs),
      clearTimeout: (timer) => {
        clearTimeout(timer);
      },
    },
    device: describeDevice('node', 0, 1_920),
    random: Math.random,
    randomId,
    sha256,
    onNextFrame: (callback) => {
      setImmediate(callback);
    },
    onReturn: () => () => undefined,
    wallClock: () => new Date(),
    ...overrides,
    async dispose() {
      await Promise.all(connections.map((connection) => connection.close()));
    },
  };
}

/** The sender's side of connection checks: a connection without a file for every recipient that asks for one. */

import { fixedIceServers } from '../connection/ice-servers.js';
import { PeerConnection } from '../connection/peer-connection.js';
import type { Signal } from '../signalling/messages.js';
import { checkChannelLabel, checkDeadlineMs, maxChecks } from '../support/constants.js';
import type { EngineEnv, TimerId } from '../support/env.js';

export interface CheckHost {
  /** A recipient that only checks has joined. More than `maxChecks` at a time get no answer. */
  admit(peerId: string): void;
  receive(peerId: string, signal: Signal): void;
  remove(peerId: string): void;
  close(): void;
}

export interface CheckHostOptions {
  env: EngineEnv;
  iceServers: () => Promise<RTCIceServer[]>;
  send: (signal: Signal, to: string) => void;
}

interface Check {
  connection: PeerConnection | null;
  timer: TimerId;
}

const checkChannel = { label: checkChannelLabel, init: { ordered: true } };

export const createCheckHost = ({ env, iceServers, send }: CheckHostOptions): CheckHost => {
  const checks = new Map<string, Check>();

  const remove = (peerId: string): void => {
    const check = checks.get(peerId);
    if (check === undefined) return;
    checks.delete(peerId);
    env.clock.clearTimeout(check.timer);
    check.connection?.close();
  };

  const open = (peerId: string, servers: RTCIceServer[]): void => {
    const check = checks.get(peerId);
    if (check === undefined || check.connection !== null) return;
    try {
      check.connection = new PeerConnection({
        role: 'offer',
        iceServers: fixedIceServers(servers),
        env,
        channel: checkChannel,
        send: (signal) => send(signal, peerId),
        onEvent: ({ type }) => {
          if (type === 'channel-closed' || type === 'unreachable') remove(peerId);
        },
      });
      check.connection.start();
    } catch {
      // Too many connections: the recipient receives no result.
      remove(peerId);
    }
  };

  return {
    admit(peerId) {
      if (checks.has(peerId) || checks.size >= maxChecks) return;
      const timer = env.clock.setTimeout(() => remove(peerId), checkDeadlineMs);
      checks.set(peerId, { connection: null, timer });
      void iceServers().then((servers) => open(peerId, servers));
    },
    receive(peerId, signal) {
      checks.get(peerId)?.connection?.receive(signal);
    },
    remove,
    close() {
      for (const peerId of [...checks.keys()]) remove(peerId);
    },
  };
};

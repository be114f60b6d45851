/** One share with its signalling server and sessions. */

import type {
  DeliveryReport,
  Person,
  ReceiveSession,
  SendSession,
  Sink,
  TransferReport,
} from '../../api.js';
import { checkConnection } from '../../check/check-connection.js';
import type { ConnectionCheck } from '../../check/check.state.js';
import { createReceiver } from '../../receive/receive-session.js';
import { createSender } from '../../send/send-session.js';
import type { EngineEnv } from '../../support/env.js';
import { createLatch } from '../../support/latch.js';
import { guestCredentials, ownerCredentials, sessionOptions } from './session-support.js';
import { createSignallingHub, receiverPassword, type SignallingHub } from './signalling-hub.js';
import { weriftEnv, type TestEnv } from './werift-env.js';

export interface Harness {
  hub: SignallingHub;
  /** Reports of both sides. */
  reports: TransferReport[];
  /** Reports of senders about the end of each recipient's transfer. */
  deliveries: DeliveryReport[];
  /** Resolves when this many reports have arrived. */
  reported: (count: number) => Promise<void>;
  env: (overrides?: Partial<EngineEnv>, isPatient?: boolean) => TestEnv;
  send: (
    file: File,
    env?: TestEnv,
    person?: Person,
    asksFirst?: boolean,
    iceServers?: () => Promise<RTCIceServer[]>,
  ) => SendSession;
  receive: (sink: Sink, env?: TestEnv, password?: string, person?: Person) => ReceiveSession;
  check: (own?: TestEnv, signal?: AbortSignal, password?: string) => Promise<ConnectionCheck>;
  close: () => Promise<void>;
}

export const createHarness = (): Harness => {
  const hub = createSignallingHub();
  const reports: TransferReport[] = [];
  const deliveries: DeliveryReport[] = [];
  const arrived = createLatch();
  const options = {
    ...sessionOptions(),
    onReport(report: TransferReport) {
      reports.push(report);
      arrived.notify();
    },
  };
  const environments: TestEnv[] = [];
  const sessions: { close: () => void }[] = [];
  const env: Harness['env'] = (overrides, isPatient) => {
    const created = weriftEnv(hub, overrides, isPatient);
    environments.push(created);
    return created;
  };
  const keep = <T extends { close: () => void }>(session: T): T => {
    sessions.push(session);
    return session;
  };
  return {
    hub,
    reports,
    deliveries,
    async reported(count) {
      while (reports.length < count) await arrived.next();
    },
    env,
    send: (file, own = env(), person, asksFirst = false, iceServers = options.iceServers) =>
      keep(
        createSender(
          {
            ...options,
            credentials: ownerCredentials,
            file,
            iceServers,
            ...(person && { person }),
            asksFirst: () => asksFirst,
            onDelivery: (report) => deliveries.push(report),
          },
          own,
        ),
      ),
    receive: (sink, own = env(), password, person) =>
      keep(
        createReceiver(
          {
            ...options,
            credentials: password === undefined ? guestCredentials : { kind: 'password', password },
            sink,
            ...(person && { person }),
          },
          own,
        ),
      ),
    check: (own = env(), signal = new AbortController().signal, password = receiverPassword) =>
      checkConnection({ ...options, credentials: { kind: 'password', password }, signal }, own),
    async close() {
      for (const session of sessions) session.close();
      await Promise.all(environments.map((created) => created.dispose()));
    },
  };
};

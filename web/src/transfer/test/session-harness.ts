/** One share, its hub and its people; everything is closed at the end of the test. */
import type { ReceiverSession, SenderSession, Sink, TransferReport } from '../api.js';
import type { EngineEnv } from '../env.js';
import { createReceiver } from '../receiver.js';
import { createSender } from '../sender.js';
import { GUEST, OWNER, sessionOptions } from './session-support.js';
import { createSignallingHub, type SignallingHub } from './signalling-hub.js';
import { weriftEnv, type TestEnv } from './werift-env.js';

export interface Harness {
  hub: SignallingHub;
  /** From both sides, in order of arrival. */
  reports: TransferReport[];
  env: (overrides?: Partial<EngineEnv>) => TestEnv;
  send: (file: File, env?: TestEnv) => SenderSession;
  receive: (sink: Sink, env?: TestEnv, password?: string) => ReceiverSession;
  close: () => Promise<void>;
}

export function createHarness(): Harness {
  const hub = createSignallingHub();
  const reports: TransferReport[] = [];
  const options = {
    ...sessionOptions(),
    onReport: (report: TransferReport) => void reports.push(report),
  };
  const environments: TestEnv[] = [];
  const sessions: { close: () => void }[] = [];
  const env: Harness['env'] = (overrides) => {
    const created = weriftEnv(hub, overrides);
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
    env,
    send: (file, own = env()) => keep(createSender({ ...options, authority: OWNER, file }, own)),
    receive: (sink, own = env(), password = undefined) =>
      keep(
        createReceiver(
          {
            ...options,
            authority: password === undefined ? GUEST : { kind: 'password', password },
            sink,
          },
          own,
        ),
      ),
    async close() {
      for (const session of sessions) session.close();
      await Promise.all(environments.map((created) => created.dispose()));
    },
  };
}

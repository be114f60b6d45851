import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { startNats, testDeadlineMs, type TestNats } from '@tandem/kit/testing';
import { events, hints, questions } from '@tandem/proto/events';
import { brokerAddress } from '../../services/_kit/src/bus/broker-address.js';
import { declareAll } from '../../services/_kit/src/bus/declare.js';
import {
  natsAdministrator,
  natsUsers,
  renderNatsAuthorization,
} from '../../tools/topology/nats.js';
import { jetstream as declared, services, streamManifest } from '../../tools/topology/services.js';

/** Users with permissions: the services. */
const users = natsUsers.flatMap(({ name, permissions }) => (permissions ? [name] : []));
const passwordOf = (user: string) => `password-of-${user}`;
const subjects = Object.values({ ...events, ...hints, ...questions }).map(({ subject }) => subject);

describe('the users of the broker', () => {
  let home: string;
  let nats: TestNats;
  const urlOf = (user: string) => nats.url.replace('//', `//${user}:${passwordOf(user)}@`);
  const connections = new Map<string, NatsConnection>();
  const connectionOf = (user: string) => connections.get(user) as NatsConnection;

  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), 'tandem-nats-'));
    const configFile = join(home, 'nats.conf');
    await writeFile(configFile, renderNatsAuthorization(passwordOf));
    nats = await startNats({ configFile });
    await declareAll(urlOf(natsAdministrator), streamManifest);
    for (const user of [...users, natsAdministrator]) {
      connections.set(
        user,
        await connect({ ...brokerAddress(urlOf(user)), timeout: testDeadlineMs }),
      );
    }
  });
  afterAll(async () => {
    await Promise.all([...connections.values()].map((connection) => connection.close()));
    await nats.stop();
    await rm(home, { recursive: true, force: true });
  });

  /** Whether the broker accepts what `act` sends; it reports a violation before the reply to the next flush. */
  const isAccepted = async (user: string, act: (own: NatsConnection) => void): Promise<boolean> => {
    const own = await connect(brokerAddress(urlOf(user)));
    let isViolated = false;
    const watching = (async () => {
      for await (const status of own.status()) if (status.type === 'error') isViolated = true;
    })();
    act(own);
    await own.flush();
    await own.close();
    await watching;
    return !isViolated;
  };

  it('are the services that use it, and no one else can connect', async () => {
    const using = services.filter(({ needs }) => needs.includes('nats')).map(({ name }) => name);
    expect(users).toEqual(using);
    await expect(connect({ servers: nats.url })).rejects.toThrow(/authorization/i);
    await expect(
      connect({ servers: nats.url, user: 'shares', pass: passwordOf('audit') }),
    ).rejects.toThrow(/authorization/i);
  });

  it.each(natsUsers.flatMap(({ name, permissions }) => (permissions ? [name] : [])))(
    '%s publishes its own events only',
    async (user) => {
      const outcome: Record<string, boolean> = {};
      for (const subject of subjects) {
        outcome[subject] = await isAccepted(user, (own) => own.publish(subject, 'forged'));
      }
      expect(outcome).toEqual(
        Object.fromEntries(subjects.map((subject) => [subject, subject.startsWith(`${user}.`)])),
      );
    },
  );

  const foreign = (user: string) => users.filter((other) => other !== user);

  it.each(users)('%s publishes no dead letters, frames and replies of others', async (user) => {
    const forged = [
      ...foreign(user).flatMap((other) => [
        `dead.${other}.shares.share.created.v1`,
        `_INBOX.${other}.x`,
      ]),
      ...(user === 'signalling' ? [] : ['signal.all.pod', 'signal.pod.a.control']),
    ];
    const accepted = [];
    for (const subject of forged) {
      if (await isAccepted(user, (own) => own.publish(subject, 'forged'))) accepted.push(subject);
    }
    expect(accepted).toEqual([]);
  });

  it.each(users)('%s subscribes to no subject of others', async (user) => {
    const own = services.find(({ name }) => name === user);
    const received = [...(own?.observes ?? []), ...(own?.confirms ?? [])];
    const wanted = [
      ...subjects.filter((subject) => !received.includes(subject)),
      ...foreign(user).map((other) => `_INBOX.${other}.>`),
      ...['>', '_INBOX.>', '$JS.>', 'dead.>', 'shares.>'],
      ...(user === 'signalling' ? [] : ['signal.>']),
    ];
    const accepted = [];
    for (const subject of wanted) {
      if (await isAccepted(user, (own) => own.subscribe(subject))) accepted.push(subject);
    }
    expect(accepted).toEqual([]);
  });

  it.each(users)('%s administers no stream or consumer', async (user) => {
    const requests = [
      ...declared.streams.flatMap((source) =>
        ['CREATE', 'UPDATE', 'DELETE', 'PURGE', 'MSG.GET', 'MSG.DELETE'].map(
          (verb) => `$JS.API.STREAM.${verb}.${source.toUpperCase()}`,
        ),
      ),
      ...declared.consumers.flatMap(({ source, durable }) => [
        `$JS.API.CONSUMER.CREATE.${source.toUpperCase()}.${durable}`,
        `$JS.API.CONSUMER.DURABLE.CREATE.${source.toUpperCase()}.${durable}`,
        `$JS.API.CONSUMER.DELETE.${source.toUpperCase()}.${durable}`,
      ]),
      ...declared.streams.map((source) => `$JS.API.CONSUMER.CREATE.${source.toUpperCase()}`),
    ];
    const accepted = [];
    for (const subject of requests) {
      if (await isAccepted(user, (own) => own.publish(subject, '{}'))) accepted.push(subject);
    }
    expect(accepted).toEqual([]);
  });

  it.each(users)('%s reads the events of its own consumers only', async (user) => {
    const outcome: Record<string, boolean> = {};
    for (const { source, durable } of declared.consumers) {
      const subject = `$JS.API.CONSUMER.MSG.NEXT.${source.toUpperCase()}.${durable}`;
      outcome[`${source} > ${durable}`] = await isAccepted(user, (own) =>
        own.publish(subject, '{"batch":1,"no_wait":true}', { reply: `_INBOX.${user}.x` }),
      );
    }
    expect(outcome).toEqual(
      Object.fromEntries(
        declared.consumers.map(({ source, durable }) => [
          `${source} > ${durable}`,
          durable === user,
        ]),
      ),
    );
  });

  it('stores the events of a service and delivers them to its consumers', async () => {
    const { subject } = events.planChanged;
    await jetstream(connectionOf('billing')).publish(subject, 'genuine', { msgID: 'genuine' });
    const consumer = await jetstream(connectionOf('shares')).consumers.get('BILLING', 'shares');
    const delivered = await consumer.next({ expires: 5_000 });
    expect(delivered?.subject).toBe(subject);
    expect(await delivered?.ackAck()).toBe(true);
  });

  it('delivers to the gateway what pages show, and accepts nothing from it', async () => {
    const followed = services.find(({ name }) => name === 'gateway')?.observes ?? [];
    const own = connectionOf('gateway');
    const received: string[] = [];
    const all = new Promise<void>((resolve) => {
      for (const subject of followed) {
        own.subscribe(subject, {
          callback: (error, message) => {
            if (error) throw error;
            received.push(message.subject);
            if (received.length === followed.length) resolve();
          },
        });
      }
    });
    await own.flush();
    for (const subject of followed) {
      connectionOf(subject.split('.')[0] ?? '').publish(subject, 'genuine');
    }
    await all;
    expect(received.sort()).toEqual([...followed].sort());

    const sent = ['$JS.API.INFO', '$JS.API.STREAM.INFO.SHARES', '_INBOX.gateway.x', 'any'];
    const accepted = [];
    for (const subject of [...sent, ...subjects]) {
      if (await isAccepted('gateway', (from) => from.publish(subject, '{}'))) {
        accepted.push(subject);
      }
    }
    expect(accepted).toEqual([]);
  });

  it('lets signalling reply once to a question, and to nothing else', async () => {
    const { subject } = questions.roomIsLive;
    const signalling = await connect(brokerAddress(urlOf('signalling')));
    const violations: string[] = [];
    const watching = (async () => {
      for await (const status of signalling.status()) {
        if (status.type === 'error') violations.push(status.error.message);
      }
    })();
    const asked = new Promise<string>((resolve, reject) => {
      signalling.subscribe(subject, {
        callback: (error, message) => {
          if (error) reject(error);
          message.respond('yes');
          resolve(message.reply ?? '');
        },
      });
    });
    await signalling.flush();
    const asker = connectionOf('turn-credentials');
    const reply = await asker.request(subject, 'a room', { timeout: testDeadlineMs });
    expect(reply.string()).toBe('yes');
    const inbox = await asked;
    await signalling.flush();
    expect(violations).toEqual([]);
    signalling.publish(inbox, 'again');
    await signalling.flush();
    await signalling.close();
    await watching;
    expect(violations).toHaveLength(1);
  });

  it('lets the administrator change streams', async () => {
    const manager = await jetstreamManager(connectionOf(natsAdministrator));
    await expect(manager.streams.purge('DEAD')).resolves.toMatchObject({ success: true });
  });
});

import { once } from 'node:events';
import { createServer, request, type RequestListener, type ServerResponse } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { ServiceError, yieldPlaceWhile } from '@tandem/kit';
import { admitRequests } from '../../src/http/admission.js';
import { openEvents } from '../support/event-stream.js';
import { fixedAdmission } from '../support/fixed-admission.js';
import {
  alice,
  authenticated,
  bob,
  bearer,
  cookie,
  startGateway,
  type Gateway,
} from '../support/harness.js';
import { share, shareId } from '../support/samples.js';

/** A gateway with two places: for one sheddable request, two normal and four highly critical ones. */
const admission = fixedAdmission(2);

let gateway: Gateway;
let releases: (() => void)[] = [];
const held = async <Answer>(answer: Answer): Promise<Answer> => {
  await new Promise<void>((resolve) => releases.push(resolve));
  return answer;
};
const listed = { shares: [], total: 0 };
const untilHeld = async (count: number) => {
  while (releases.length < count) await delay(5);
};

beforeAll(async () => {
  gateway = await startGateway({}, { admission });
});
beforeEach(() => {
  releases = [];
  gateway.fake({
    shares: {
      listShares: () => held(listed),
      createShare: () => Promise.resolve(share),
      stopShare: () => Promise.resolve(share),
    },
  });
});
afterAll(() => gateway.stop());

const list = () => gateway.call('GET', '/api/file-shares', { headers: cookie('alice') });

describe('a gateway at its limit', () => {
  it('answers 503 with Retry-After without calling a service, and still ends sessions and shares', async () => {
    const running = [list(), list()];
    await untilHeld(2);
    const before = gateway.calls().length;
    const refused = await gateway.call('POST', '/api/file-shares', {
      headers: bearer('alice'),
      json: { filename: 'a', fileSize: '1 KB' },
    });
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1']);
    expect(refused.headers.get('content-type')).toContain('application/problem+json');
    expect(refused.json).toMatchObject({ status: 503, reason: 'overloaded' });
    expect(refused.json).toMatchObject({ requestId: refused.headers.get('x-request-id') });
    expect(gateway.calls()).toHaveLength(before);
    expect(gateway.logLines.filter((line) => line.includes('"level":"warn"'))).toEqual([]);

    const stopped = await gateway.call('POST', `/api/file-shares/${shareId}/stop`, {
      headers: bearer('alice'),
      json: {},
    });
    expect(stopped.status).toBe(200);
    releases.forEach((release) => release());
    expect((await Promise.all(running)).map(({ status }) => status)).toEqual([200, 200]);
  });
});

describe('places of the limit', () => {
  /** Sends the head of a request and the beginning of its body. */
  const sendHalf = async (path: string, size: number, part: string) => {
    const socket = connect(gateway.port, '127.0.0.1');
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    const head = [
      `POST ${path} HTTP/1.1`,
      'Host: localhost',
      'Content-Type: application/json',
      `Authorization: ${bearer('alice').authorization}`,
      `Content-Length: ${size}`,
    ].join('\r\n');
    await new Promise((resolve) => socket.write(`${head}\r\n\r\n${part}`, resolve));
    return socket;
  };

  it.each([
    ['no part of its body', '/api/file-shares', 1_000, ''],
    ['a part of its body', '/api/file-shares', 1_000, '{"filename":'],
    [
      'a part of a body that is longer than what is buffered',
      '/api/file-shares',
      30_000,
      ' '.repeat(29_000),
    ],
    ['a part of the longest body', '/api/webhooks/stripe', 500_000, ' '.repeat(400_000)],
  ])('are not held by a request that has sent %s', async (_what, path, size, part) => {
    const halves = await Promise.all(Array.from({ length: 8 }, () => sendHalf(path, size, part)));
    // Answered after the halves have arrived: the gateway reads its sockets in turns.
    for (let turn = 0; turn < 5; turn += 1)
      expect((await gateway.call('GET', '/api/config')).status).toBe(200);
    halves.forEach((socket) => socket.destroy());
  });

  it('are taken by a request once the rest of its body has arrived', async () => {
    const body = JSON.stringify({ filename: 'a', fileSize: '1 KB' });
    const socket = await sendHalf('/api/file-shares', body.length, body.slice(0, 9));
    expect((await gateway.call('GET', '/api/config')).status).toBe(200);
    socket.write(body.slice(9));
    const [answer] = (await once(socket, 'data')) as [Buffer];
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 201 /);
    socket.destroy();
  });

  it.each(['/api/changes', '/api/changes/'])('are not held by the stream %s', async (path) => {
    gateway.streams.setSourceUp(true);
    const streams = [];
    for (let count = 0; count < 4; count += 1)
      streams.push(await openEvents(gateway.port, cookie('alice'), path));
    expect(streams.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect((await gateway.call('GET', '/api/config')).status).toBe(200);
    for (const stream of streams) {
      stream.close();
      await stream.ended;
    }
  });
});

describe('a gateway near its limit', () => {
  it('refuses statistics first, and an owner’s list no sooner than a recipient’s access', async () => {
    const near = await startGateway({}, { admission: fixedAdmission(5) });
    near.fake({
      shares: {
        listShares: () => held(listed),
        accessShare: () =>
          Promise.reject(
            new ServiceError('permission-denied', 'wrong-password', 'Wrong password.'),
          ),
      },
    });
    const alices = { headers: cookie('alice') };
    const refusal = { status: 503, reason: 'overloaded' };
    const access = () =>
      near.call('POST', `/api/shares/${shareId}/access`, { json: { password: 'x' } });
    const listing = () => near.call('GET', '/api/file-shares', alices);
    try {
      const running = Array.from({ length: 4 }, listing);
      await untilHeld(4);
      const verified = await near.call('GET', '/api/audit-logs/verify', alices);
      expect(verified.json).toMatchObject(refusal);
      expect((await access()).status).toBe(403);
      running.push(listing());
      await untilHeld(5);
      expect((await access()).json).toMatchObject(refusal);
      releases.forEach((release) => release());
      expect((await Promise.all(running)).map(({ status }) => status)).toEqual(
        Array.from({ length: 5 }, () => 200),
      );
    } finally {
      await near.stop();
    }
  });
});

describe('a refusal', () => {
  const origin = 'https://app.example';
  let full: Gateway;
  beforeAll(async () => {
    full = await startGateway({ CORS_ORIGINS: origin }, { admission: fixedAdmission(0) });
  });
  afterAll(() => full.stop());

  it('has the headers of other answers, can be read by an allowed origin, and is measured', async () => {
    const headers = { origin, 'x-request-id': 'the-id-of-the-caller' };
    const refused = [];
    for (let count = 0; count < 2; count += 1)
      refused.push(await full.call('GET', '/api/config', { headers }));
    const served = await full.call('GET', '/not-the-api', { headers });
    const own = new Set(['cache-control', 'content-length', 'content-type', 'date', 'retry-after']);
    const kept = (answer: typeof served) =>
      [...answer.headers].filter(([name]) => !own.has(name) && !name.startsWith('access-control-'));
    for (const { status, headers: sent } of refused) {
      expect([status, sent.get('access-control-allow-origin')]).toEqual([503, origin]);
      expect(sent.get('access-control-expose-headers')).toContain('Retry-After');
    }
    for (const answer of refused) {
      const names = kept(answer).map(([name]) => name);
      expect(names).toEqual(expect.arrayContaining(kept(served).map(([name]) => name)));
      expect(answer.headers.get('x-request-id')).toBe(headers['x-request-id']);
    }
    expect(await full.registry.metrics()).toMatch(
      /http_server_request_seconds_count\{(?=.*status="503").*\} 2/,
    );
  });

  it('does not apply to preflights, which call no service', async () => {
    const headers = { origin, 'access-control-request-method': 'POST' };
    expect((await full.call('OPTIONS', '/api/file-shares', { headers })).status).toBe(204);
  });
});

describe('a request that waits on purpose', () => {
  it('has a label of its own in the duration metric, since it says nothing about speed', async () => {
    const own = await startGateway();
    const wrong = () => {
      throw new ServiceError('permission-denied', 'wrong-password', 'Wrong password.');
    };
    const access = () =>
      own.call('POST', `/api/shares/${shareId}/access`, { json: { password: 'x' } });
    own.fake({ shares: { accessShare: () => yieldPlaceWhile(async () => wrong()) } });
    expect((await access()).status).toBe(403);
    own.fake({ shares: { accessShare: async () => wrong() } });
    expect((await access()).status).toBe(403);
    await own.stop();
    const counts = (await own.registry.metrics())
      .split('\n')
      .filter((line) => line.startsWith('http_server_request_seconds_count'));
    expect(counts).toEqual(
      ['true', 'false'].map((waited) => expect.stringMatching(`waited="${waited}".* 1$`) as string),
    );
  });
});

describe('a request whose caller has disconnected', () => {
  it('is forgotten, also if its response is complete only later', async () => {
    let late: WeakRef<ServerResponse> | undefined;
    const app: RequestListener = (_request, response) => {
      late = new WeakRef(response);
      response.once('close', () => response.end('late'));
      response.destroy();
    };
    const server = createServer(
      admitRequests(app, { routes: [], admission, refuse: () => undefined }),
    );
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const sent = request({ host: '127.0.0.1', port, path: '/api/config' }).end();
    await once(sent, 'error');
    server.close();
    await once(server, 'close');
    setFlagsFromString('--expose-gc');
    (runInNewContext('gc') as () => void)();
    expect(late?.deref()).toBeUndefined();
  });

  it('is not begun after its authentication', async () => {
    let arrive = () => {};
    const arrived = new Promise<void>((resolve) => (arrive = resolve));
    let proceed = () => {};
    gateway.fake({
      identity: {
        authenticate: async () => {
          arrive();
          await new Promise<void>((resolve) => (proceed = resolve));
          return authenticated(alice);
        },
      },
      shares: { listShares: () => Promise.resolve(listed) },
    });
    const sent = request({
      host: '127.0.0.1',
      port: gateway.port,
      path: '/api/file-shares',
      headers: cookie('alice'),
    });
    sent.on('error', () => undefined);
    sent.end();
    await arrived;
    const closed = new Promise((resolve) => sent.once('close', resolve));
    sent.destroy();
    await closed;
    proceed();
    gateway.fake({ shares: { listShares: () => Promise.resolve(listed) } });
    expect((await list()).status).toBe(200);
    expect(gateway.calls().map(({ name }) => name)).toEqual(['shares.listShares']);
    expect(gateway.logLines.filter((line) => line.includes('request failed'))).toEqual([]);
  });

  it('frees the places of all its pipelined requests', async () => {
    const socket = connect(gateway.port, '127.0.0.1');
    const ask = (path: string) =>
      `GET ${path} HTTP/1.1\r\nHost: localhost\r\nCookie: ${cookie('alice').cookie}\r\n\r\n`;
    socket.write(ask('/api/file-shares') + ask('/api/config').repeat(2));
    await untilHeld(1);
    const closed = once(socket, 'close');
    socket.destroy();
    await closed;
    // Once a later request is answered, the gateway has processed the end of this connection.
    await gateway.call('GET', '/not-the-api');
    const running = [list(), list()];
    await Promise.race([untilHeld(3), ...running]);
    releases.forEach((release) => release());
    expect((await Promise.all(running)).map(({ status }) => status)).toEqual([200, 200]);
  });

  it('does not cancel the authentication that another request shares', async () => {
    let arrive = () => {};
    const arrived = new Promise<void>((resolve) => (arrive = resolve));
    gateway.fake({
      identity: {
        authenticate: async () => {
          arrive();
          return held(authenticated(bob));
        },
      },
      shares: { listShares: () => Promise.resolve(listed) },
    });
    const sent = request({
      host: '127.0.0.1',
      port: gateway.port,
      path: '/api/file-shares',
      headers: cookie('bob'),
    });
    sent.on('error', () => undefined);
    sent.end();
    await arrived;
    const second = gateway.call('GET', '/api/file-shares', { headers: cookie('bob') });
    const closed = new Promise((resolve) => sent.once('close', resolve));
    sent.destroy();
    await closed;
    // Once a later request is answered, the gateway has processed the end of this connection.
    await gateway.call('GET', '/api/config');
    releases.forEach((release) => release());
    expect((await second).status).toBe(200);
  });
});

describe('a request that was sent together with others', () => {
  it('is begun once the earlier ones have been answered', async () => {
    const socket = connect(gateway.port, '127.0.0.1');
    const body = JSON.stringify({ filename: 'a', fileSize: '1 KB' });
    const head = (method: string, path: string, more: string) =>
      `${method} ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${bearer('alice').authorization}\r\n${more}\r\n`;
    const json = 'Content-Type: application/json\r\n';
    const create = head('POST', '/api/file-shares', `${json}Content-Length: ${body.length}\r\n`);
    const stop = head(
      'POST',
      `/api/file-shares/${shareId}/stop`,
      `${json}Transfer-Encoding: chunked\r\nConnection: close\r\n`,
    );
    socket.write(`${head('GET', '/api/file-shares', '')}${create}${body}${stop}0\r\n\r\n`);
    await untilHeld(1);
    expect(gateway.calls().map(({ name }) => name)).toEqual(['shares.listShares']);
    releases.forEach((release) => release());
    const answers = Buffer.concat((await socket.toArray()) as Buffer[]).toString();
    expect(answers.match(/(?<=HTTP\/1\.1 )\d+/g)).toEqual(['200', '201', '200']);
  });

  it('ends the connection when too many wait', async () => {
    const socket = connect(gateway.port, '127.0.0.1').resume();
    const ask = (path: string) =>
      `GET ${path} HTTP/1.1\r\nHost: localhost\r\nCookie: ${cookie('alice').cookie}\r\n\r\n`;
    socket.on('error', () => undefined).write(ask('/api/file-shares') + ask('/x').repeat(100));
    await new Promise((resolve) => socket.once('close', resolve));
    releases.forEach((release) => release());
    expect((await gateway.call('GET', '/api/config')).status).toBe(200);
  });
});

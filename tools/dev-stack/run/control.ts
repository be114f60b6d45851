import { randomBytes, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Child } from '../processes/child.js';

/*
 * Allows another process (a browser test, a bench) to kill and stop single services of a running stack:
 *
 *     GET  /services                       every process: { name: { pid, isReady } }
 *     POST /services/shares/kill?signal=…  kill it; the supervisor restarts it
 *     POST /services/shares/stop           stop it until it is started
 *     POST /services/shares/start          start it; responds when it is ready
 *     GET  /services/shares/ready          responds when it is ready
 *
 * Listens on loopback and requires a token; `npm start` does not open it.
 */

type Children = Readonly<Record<string, Child>>;

export interface Control {
  url: string;
  token: string;
  close: () => Promise<void>;
}

const stopGraceMs = 8_000;

const actions: Record<string, (child: Child, query: URLSearchParams) => Promise<unknown>> = {
  'POST kill': (child, query) => child.kill((query.get('signal') ?? 'SIGKILL') as NodeJS.Signals),
  'POST stop': (child) => child.stop(stopGraceMs),
  'POST start': (child) => child.start(),
  'GET ready': (child) => child.whenReady(),
};

const statusOf = ({ pid, isReady }: Child) => ({ pid: pid ?? null, isReady });

const answer = async (
  children: Children,
  method: string,
  url: URL,
): Promise<{ status: number; body: unknown }> => {
  const [, collection, name = '', verb = ''] = url.pathname.split('/');
  if (collection !== 'services') return { status: 404, body: { message: 'Unknown path' } };
  if (name === '') {
    const all = Object.entries(children).map(([each, child]) => [each, statusOf(child)]);
    return { status: 200, body: Object.fromEntries(all) };
  }
  const child = Object.hasOwn(children, name) ? children[name] : undefined;
  const action = actions[`${method} ${verb}`];
  if (!child || !action) return { status: 404, body: { message: `Unknown: ${name} or ${verb}` } };
  await action(child, url.searchParams);
  return { status: 200, body: statusOf(child) };
};

const isSame = (given: string | undefined, expected: string): boolean =>
  given?.length === expected.length && timingSafeEqual(Buffer.from(given), Buffer.from(expected));

export const openControl = async (children: Children): Promise<Control> => {
  const token = randomBytes(18).toString('base64url');
  const server = createServer((request, response) => {
    const reply = (status: number, body: unknown) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };
    if (!isSame(request.headers.authorization, `Bearer ${token}`)) {
      reply(401, { message: 'Token required' });
      return;
    }
    const url = new URL(request.url ?? '/', 'http://control');
    answer(children, request.method ?? 'GET', url).then(
      ({ status, body }) => reply(status, body),
      (error: unknown) => reply(500, { message: String(error) }),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    token,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};

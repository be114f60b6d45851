import { randomBytes, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';

/**
 * Lets another process (a browser test, a bench) hurt single services of a running stack:
 *
 *     GET  /services                       every process: { name: { pid, isReady } }
 *     POST /services/shares/kill?signal=…  as an outsider would; supervision starts it again
 *     POST /services/shares/stop           hold it down
 *     POST /services/shares/start          start it again; answers when it is ready
 *     GET  /services/shares/ready          answers when it is ready
 *
 * On loopback and behind a token of its own; `npm start` does not open it.
 *
 * @typedef {Record<string, import('../processes/child.mjs').Child>} Children
 */

const STOP_GRACE_MS = 8_000;

/** @type {Record<string, (child: import('../processes/child.mjs').Child, query: URLSearchParams) => Promise<unknown>>} */
const actions = {
  'POST kill': (child, query) =>
    child.kill(/** @type {NodeJS.Signals} */ (query.get('signal') ?? 'SIGKILL')),
  'POST stop': (child) => child.stop(STOP_GRACE_MS),
  'POST start': (child) => child.start(),
  'GET ready': (child) => child.whenReady(),
};

/** @param {import('../processes/child.mjs').Child} child */
const describe = ({ pid, isReady }) => ({ pid: pid ?? null, isReady });

/** @param {Children} children */
const describeAll = (children) =>
  Object.fromEntries(Object.entries(children).map(([name, child]) => [name, describe(child)]));

/**
 * @param {Children} children
 * @param {string} method
 * @param {URL} url
 * @returns {Promise<{status: number, body: unknown}>}
 */
const answer = async (children, method, url) => {
  const [, collection, name = '', verb] = url.pathname.split('/');
  if (collection !== 'services') return { status: 404, body: { message: 'no such path' } };
  if (name === '') return { status: 200, body: describeAll(children) };
  const child = Object.hasOwn(children, name) ? children[name] : undefined;
  const action = actions[`${method} ${verb}`];
  if (!child || !action) return { status: 404, body: { message: `no ${name} or no ${verb}` } };
  await action(child, url.searchParams);
  return { status: 200, body: describe(child) };
};

/** @param {string | undefined} given @param {string} expected */
const isSame = (given, expected) =>
  given?.length === expected.length && timingSafeEqual(Buffer.from(given), Buffer.from(expected));

/**
 * @param {Children} children
 * @returns {Promise<{url: string, token: string, close(): Promise<void>}>}
 */
export const openControl = async (children) => {
  const token = randomBytes(18).toString('base64url');
  const server = createServer((request, response) => {
    /** @param {number} status @param {unknown} body */
    const reply = (status, body) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };
    if (!isSame(request.headers.authorization, `Bearer ${token}`)) {
      reply(401, { message: 'token needed' });
      return;
    }
    const url = new URL(request.url ?? '/', 'http://control');
    answer(children, request.method ?? 'GET', url).then(
      ({ status, body }) => reply(status, body),
      (error) => reply(500, { message: String(error) }),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = /** @type {import('node:net').AddressInfo} */ (server.address());
  return {
    url: `http://127.0.0.1:${address.port}`,
    token,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};

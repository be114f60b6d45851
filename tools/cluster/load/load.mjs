/**
 * A constant number of requests per second, in turn to all services, in a pod of the trial through its proxy. Prints a JSON
 * line for each second and each failed request, until SIGTERM. The emulator of accounts is behind the proxy, or at
 * `EMULATOR_URL`. With `IS_TRUSTED_PROXY=true` it stands for a proxy that the gateway trusts, and sends statistics, which
 * are limited by client address.
 *
 *     BASE_URL=http://tandem-edge:8080 PUBLIC_URL=http://localhost:8080 RATE=50 node load.mjs
 */

import { randomBytes } from 'node:crypto';
import { Agent, request } from 'node:http';
import { performance } from 'node:perf_hooks';

const { BASE_URL = '', EMULATOR_URL = BASE_URL, PUBLIC_URL = '', RATE = '50' } = process.env;
const isTrustedProxy = process.env['IS_TRUSTED_PROXY'] === 'true';
const base = new URL(BASE_URL);
const tickMs = 1_000;
/** Above the limit that the claims allow, so that a slow response is counted with its time. */
const timeoutMs = 10_000;
const agent = new Agent({ keepAlive: true });

/** @param {object} line */
const print = (line) => process.stdout.write(`${JSON.stringify(line)}\n`);

/**
 * @typedef {{ method?: string, headers?: Record<string, string>, body?: object, isUpgrade?: boolean,
 *   to?: URL }} Options
 * @typedef {{ status: number, ms: number, text?: string, error?: string,
 *   headers?: import('node:http').IncomingHttpHeaders }} Answer
 */

let sent = 0;
/** Requests sent again. */
let repeated = 0;

/**
 * Resolves for every outcome; a lost connection has the status 0. As browsers do, sends a request again if the server has
 * closed a kept connection instead of answering: HTTP/1.1 cannot tell the client in time.
 * https://nodejs.org/api/http.html#requestreusedsocket
 * @param {string} path
 * @param {Options} [options]
 * @returns {Promise<Answer>}
 */
const call = (path, { method = 'GET', headers = {}, body, isUpgrade = false, to = base } = {}) =>
  new Promise((resolve) => {
    const startedAt = performance.now();
    /** @param {number} status @param {Partial<Answer>} [more] */
    const end = (status, more = {}) =>
      resolve({ status, ms: Math.round(performance.now() - startedAt), ...more });
    const options = {
      host: to.hostname,
      port: to.port,
      path,
      method,
      agent: isUpgrade ? false : agent,
      timeout: timeoutMs,
      headers: {
        origin: PUBLIC_URL,
        ...(body && { 'content-type': 'application/json' }),
        ...(isUpgrade && {
          connection: 'Upgrade',
          upgrade: 'websocket',
          'sec-websocket-version': '13',
          'sec-websocket-key': randomBytes(16).toString('base64'),
        }),
        ...headers,
      },
    };
    const send = () => {
      const outgoing = request(options, (response) => {
        let text = '';
        response.on('data', (chunk) => (text += chunk));
        response.on('error', (error) => end(0, { error: error.message }));
        response.on('end', () =>
          end(response.statusCode ?? 0, { text, headers: response.headers }),
        );
      });
      outgoing.on('upgrade', (response, socket) => {
        socket.destroy();
        end(response.statusCode ?? 0, { headers: response.headers });
      });
      outgoing.on('timeout', () => outgoing.destroy(new Error('timeout')));
      // Without a response: an error after its head is one of the response.
      outgoing.on('error', (error) => {
        if (outgoing.reusedSocket && 'code' in error && error.code === 'ECONNRESET') {
          repeated += 1;
          send();
        } else end(0, { error: error.message });
      });
      outgoing.end(body && JSON.stringify(body));
    };
    send();
  });

/** @param {string} what @param {string} path @param {Options} [options] */
const required = async (what, path, options) => {
  const answer = await call(path, options);
  if (answer.status >= 200 && answer.status < 300) return answer;
  throw new Error(`${what}: ${answer.status} ${answer.error ?? answer.text ?? ''}`);
};

const { idToken } = JSON.parse(
  (
    await required(
      'sign-up',
      '/identitytoolkit.googleapis.com/v1/accounts:signUp?key=local-api-key',
      {
        method: 'POST',
        to: new URL(EMULATOR_URL),
        body: {
          email: `load-${randomBytes(6).toString('hex')}@example.com`,
          password: randomBytes(12).toString('base64url'),
          returnSecureToken: true,
        },
      },
    )
  ).text ?? '',
);
const bearer = { authorization: `Bearer ${idToken}` };
const opened = await required('session', '/api/session', { method: 'POST', headers: bearer });
const cookie = opened.headers?.['set-cookie']?.[0]?.split(';')[0] ?? '';
const share = JSON.parse(
  (
    await required('share', '/api/file-shares', {
      method: 'POST',
      headers: bearer,
      body: { filename: 'load.bin', fileSize: '1 KB', fileType: '', firebaseUser: null },
    })
  ).text ?? '',
);
const access = {
  method: 'POST',
  body: { password: share.password },
};
/** The grant of the latest access: it is valid for minutes, a run may take hours. */
const grantHeaders = { authorization: '' };
/** @param {Answer} answer */
const useGrant = ({ text = '' }) => {
  const { grant } = JSON.parse(text);
  grantHeaders.authorization = `Grant ${grant.token ?? grant}`;
};
useGrant(await required('access', `/api/shares/${share.shareId}/access`, access));

/** Another client address for each request, of a few hundred: the service keeps a row of each for an hour. */
const clientHeaders = { 'x-forwarded-for': '10.0.0.1' };
const useNextAddress = () => {
  clientHeaders['x-forwarded-for'] = `10.${sent % 256}.0.1`;
};
const report = {
  shareId: share.shareId,
  connectionType: 'direct',
  stunServersUsed: [],
  turnServersUsed: [],
  localCandidateType: 'host',
  remoteCandidateType: 'host',
  selectedCandidatePair: null,
  bytesTransferred: '1024',
  transferDuration: 1_000,
  averageSpeed: '1 KB/s',
  rttMs: null,
  packetsLost: 0,
  userAgent: 'load',
  isMobile: false,
  browserType: 'Other',
  transferStartedAt: new Date().toISOString(),
  transferCompletedAt: new Date().toISOString(),
};

/** Together they need every service. @type {[string, string, Options?][]} */
const requests = [
  ['web', '/login'],
  ['config', '/api/config'],
  ['user', '/api/user', { headers: { cookie } }],
  ['shares', '/api/file-shares', { headers: { cookie } }],
  ['access', `/api/shares/${share.shareId}/access`, access],
  ['audit', '/api/audit-logs?limit=5', { headers: { cookie } }],
  ['turn', '/api/turn-credentials', { headers: grantHeaders }],
  ['socket', `/ws?share=${encodeURIComponent(share.shareId)}`, { isUpgrade: true }],
];
if (isTrustedProxy) {
  const path = '/api/transfer-analytics';
  requests.push(['report', path, { method: 'POST', headers: clientHeaders, body: report }]);
}
for (const [kind, path, options] of requests) {
  const { status, text, error } = await call(path, options);
  if (status !== 101 && status !== 200) {
    throw new Error(`${kind}: ${status} before the load ${error ?? text ?? ''}`);
  }
}

let answered = 0;
let failed = 0;
const send = async () => {
  const [kind, path, options] = requests[sent % requests.length] ?? ['config', '/api/config'];
  sent += 1;
  useNextAddress();
  const at = Date.now();
  const answer = await call(path, options);
  const { status, ms, headers, error, text = '' } = answer;
  answered += 1;
  if (status === 101 || (status >= 200 && status < 300)) {
    if (kind === 'access') useGrant(answer);
    return;
  }
  failed += 1;
  const retryAfter = headers?.['retry-after'];
  const reason = /"reason":"([a-z-]+)"/.exec(text)?.[1];
  print({
    type: 'failure',
    at,
    kind,
    status,
    ms,
    ...(retryAfter && { retryAfter }),
    reason,
    error,
  });
};

setInterval(send, 1_000 / Number(RATE));
/** @param {'tick' | 'end'} type */
const printCounts = (type) => print({ type, at: Date.now(), sent, answered, failed, repeated });
setInterval(() => printCounts('tick'), tickMs);
process.on('SIGTERM', () => {
  printCounts('end');
  process.exit(0);
});
print({ type: 'start', at: Date.now() });

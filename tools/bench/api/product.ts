import { setTimeout as pause } from 'node:timers/promises';
import { demoAccounts } from '../../dev-stack/accounts.js';
import { openConsole } from '../../dev-stack/run/console.js';
import { missingBuilds, startStack } from '../../dev-stack/stack.js';
import { cpuSeconds } from '../signalling/processes.js';

const sharesOfOwner = 10;
/**
 * Accesses come from many networks: throttles count by network, and the owner's log lists a hundred accesses of each to a
 * share in an hour. 198.18.0.0/15 is for benchmarks (RFC 2544).
 */
export const addresses = Array.from({ length: 256 }, (_, n) => `198.18.${n}.1`);

const json = { 'content-type': 'application/json' };

const ask = async <Body>(url: string, init: RequestInit): Promise<Body> => {
  const response = await fetch(url, init);
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`);
  return (await response.json()) as Body;
};

const accountOf = (plan: 'free' | 'active') =>
  demoAccounts.find((one) => one.plan === plan && !one.isAdmin);

/** Returns the session cookie. */
const signIn = async (url: string, emulator: string, plan: 'free' | 'active'): Promise<string> => {
  const account = accountOf(plan);
  const { idToken } = await ask<{ idToken: string }>(
    `${emulator}/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=bench`,
    {
      method: 'POST',
      headers: json,
      body: JSON.stringify({
        email: account?.email,
        password: account?.password,
        returnSecureToken: true,
      }),
    },
  );
  const response = await fetch(`${url}/api/session`, {
    method: 'POST',
    headers: { authorization: `Bearer ${idToken}` },
  });
  if (!response.ok) throw new Error(`sign-in: ${response.status}`);
  return (response.headers.getSetCookie()[0] ?? '').split(';')[0] ?? '';
};

const newShare = JSON.stringify({
  filename: 'holiday.mov',
  fileSize: '64.00 MB',
  fileType: 'video/quicktime',
  firebaseUser: null,
});

/**
 * Starts the product as `npm start` does, with the data that the calls need: a Free owner with all ten shares of the
 * month, and a Pro owner without a limit.
 */
export const startProduct = async () => {
  const missing = missingBuilds();
  if (missing.length > 0) throw new Error(`Not built: ${missing.join(', ')}. Run: npm run build`);
  const sink = openConsole();
  const stack = await startStack({
    port: 0,
    console: { ...sink, print: () => undefined, report: () => undefined, echo: () => undefined },
    // The load sets X-Forwarded-For like a proxy.
    env: { RATE_LIMIT_SCALE: '0', TRUST_PROXY_HOPS: '1', LOG_LEVEL: 'info' },
  });
  const { url, authEmulatorOrigin: emulator = '' } = stack;
  const [owner, pro] = await Promise.all([
    signIn(url, emulator, 'free'),
    signIn(url, emulator, 'active'),
  ]);
  const shares: { shareId: string; password: string }[] = [];
  while (shares.length < sharesOfOwner) {
    const init = { method: 'POST', headers: { ...json, cookie: owner }, body: newShare };
    shares.push(await ask(`${url}/api/file-shares`, init));
  }

  /** CPU seconds by process since its start. */
  const cpu = () =>
    Object.fromEntries(
      Object.values(stack.services).map(({ name, pid }) => [name, pid ? cpuSeconds(pid) : 0]),
    );
  const total = () => Object.values(cpu()).reduce((sum, seconds) => sum + seconds, 0);

  return {
    url,
    cpu,
    metricsUrls: stack.metricsUrls,
    mongoUrl: stack.mongoUrl,
    /** The Pro owner, who creates. */
    creatorUid: accountOf('active')?.uid ?? '',
    pids: () =>
      Object.fromEntries(Object.values(stack.services).map(({ name, pid }) => [name, pid])),
    /** Resolves when the work that follows the calls (events, audit entries) is done, or after `atMostMs`. */
    settled: async (atMostMs = 6_000) => {
      const giveUp = Date.now() + atMostMs;
      for (let last = total(); Date.now() < giveUp;) {
        await pause(500);
        const now = total();
        if (now - last < 0.1) return;
        last = now;
      }
    },
    /** Requests by name, sent in turn. */
    calls: {
      access: addresses.map((address, n) => {
        const { shareId = '', password = '' } = shares[n % shares.length] ?? {};
        return {
          name: 'access',
          method: 'POST' as const,
          path: `/api/shares/${shareId}/access`,
          headers: { ...json, 'x-forwarded-for': address },
          body: JSON.stringify({ password }),
        };
      }),
      list: [
        {
          name: 'list',
          method: 'GET' as const,
          path: '/api/file-shares',
          headers: { cookie: owner },
        },
      ],
      create: [
        {
          name: 'create',
          method: 'POST' as const,
          path: '/api/file-shares',
          headers: { ...json, cookie: pro },
          body: newShare,
        },
      ],
    },
    stop: () => stack.stop(),
  };
};

export type Product = Awaited<ReturnType<typeof startProduct>>;

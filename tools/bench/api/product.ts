import { setTimeout as pause } from 'node:timers/promises';
import { demoAccounts } from '../../dev-stack/accounts.ts';
import { openConsole } from '../../dev-stack/run/console.ts';
import { missingBuilds, startStack } from '../../dev-stack/stack.ts';
import { cpuSeconds } from '../signalling/processes.mjs';

const sharesOfOwner = 10;
/** Visitors come from many places: one address would meet itself in every throttle. */
const addresses = Array.from({ length: 256 }, (_, n) => `198.51.100.${n}`);

const json = { 'content-type': 'application/json' };

/** @param {string} url @param {RequestInit} init @returns {Promise<any>} */
const ask = async (url, init) => {
  const response = await fetch(url, init);
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`);
  return response.json();
};

/** @param {string} url @param {string} emulator @param {'free' | 'active'} plan @returns {Promise<string>} the cookie */
const signIn = async (url, emulator, plan) => {
  const account = demoAccounts.find((one) => one.plan === plan && !one.isAdmin);
  const { idToken } = await ask(
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
 * The product as `npm start` runs it, every process of its own, with nothing in its database but what the
 * calls need: a Free owner with all ten shares of the month, and a Pro owner who may create without end.
 */
export const startProduct = async () => {
  const missing = missingBuilds();
  if (missing.length > 0) throw new Error(`Not built: ${missing.join(', ')}. Run: npm run build`);
  const sink = openConsole();
  const stack = await startStack({
    port: 0,
    console: { ...sink, print: () => undefined, report: () => undefined, echo: () => undefined },
    // The load is one process on this machine: it says for whom it asks, as a proxy would.
    env: { RATE_LIMIT_SCALE: '0', TRUST_PROXY_HOPS: '1', LOG_LEVEL: 'info' },
  });
  const { url, authEmulatorOrigin: emulator = '' } = stack;
  const [owner, pro] = await Promise.all([
    signIn(url, emulator, 'free'),
    signIn(url, emulator, 'active'),
  ]);
  /** @type {{shareId: string, password: string}[]} */
  const shares = [];
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
    /** Resolves when what the calls left behind (events, audit entries) is done, or after `atMostMs`. */
    settled: async (atMostMs = 6_000) => {
      const giveUp = Date.now() + atMostMs;
      for (let last = total(); Date.now() < giveUp;) {
        await pause(500);
        const now = total();
        if (now - last < 0.1) return;
        last = now;
      }
    },
    /** What the load asks, by name; each list is gone through in turn. */
    calls: {
      access: addresses.map((address, n) => {
        const { shareId = '', password = '' } = shares[n % shares.length] ?? {};
        return {
          method: /** @type {const} */ ('POST'),
          path: `/api/shares/${shareId}/access`,
          headers: { ...json, 'x-forwarded-for': address },
          body: JSON.stringify({ password }),
        };
      }),
      list: [
        {
          method: /** @type {const} */ ('GET'),
          path: '/api/file-shares',
          headers: { cookie: owner },
        },
      ],
      create: [
        {
          method: /** @type {const} */ ('POST'),
          path: '/api/file-shares',
          headers: { ...json, cookie: pro },
          body: newShare,
        },
      ],
    },
    stop: () => stack.stop(),
  };
};

/** @typedef {Awaited<ReturnType<typeof startProduct>>} Product */

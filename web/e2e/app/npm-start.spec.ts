import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { stackInfo } from '../support/stack.js';

const script = fileURLToPath(new URL('../../../tools/bootstrap/start.mjs', import.meta.url));

/** Direct children of a process, from /proc. */
const childrenOf = (parent: number): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
        // The second field is the name in brackets and may contain any character.
        return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === parent;
      } catch {
        return false; // the process has exited
      }
    })
    .map(Number);

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

test('npm start runs a second product beside the first and leaves no process or file behind', async ({
  request,
}) => {
  const temp = mkdtempSync(join(tmpdir(), 'npm-start-'));
  const launcher = spawn(process.execPath, [script], {
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: process.env['HOME'] ?? '',
      TMPDIR: temp,
      PORT: '0',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  try {
    let output = '';
    launcher.stdout.on('data', (chunk) => (output += String(chunk)));
    launcher.stderr.on('data', (chunk) => (output += String(chunk)));
    await expect.poll(() => output, { timeout: 90_000 }).toContain('Ctrl-C stops everything');

    const url = /http:\/\/localhost:\d+/.exec(output)?.[0] ?? '';
    expect(url).not.toBe(stackInfo().url);
    expect((await request.get(`${url}/api/config`)).status()).toBe(200);
    expect((await request.get(`${stackInfo().url}/api/config`)).status()).toBe(200);
    for (const email of ['free', 'pro', 'admin']) {
      expect(output).toContain(`${email}@tandem.example`);
    }

    const children = childrenOf(launcher.pid ?? 0);
    // Six services, two signalling processes, the gateway, three stand-ins, nats, coturn, the guard.
    expect(children.length).toBeGreaterThanOrEqual(14);
    const exit = once(launcher, 'exit');
    launcher.kill('SIGTERM');
    expect(await exit).toEqual([0, null]);
    expect(children.filter(isAlive)).toEqual([]);
    expect(readdirSync(temp)).toEqual([]);
    expect((await request.get(`${stackInfo().url}/api/config`)).status()).toBe(200);
  } finally {
    launcher.kill('SIGKILL');
    rmSync(temp, { recursive: true, force: true });
  }
});

test('the demo accounts have the plans of the table in the README', async ({ request }) => {
  const { url, authEmulatorOrigin } = stackInfo();
  const signIn = async (email: string) => {
    const answer = await request.post(
      `${authEmulatorOrigin}/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=k`,
      { data: { email, password: 'tandem-demo', returnSecureToken: true } },
    );
    const { idToken, localId } = (await answer.json()) as { idToken: string; localId: string };
    return { uid: localId, headers: { authorization: `Bearer ${idToken}` } };
  };
  const planOf = async (email: string) => {
    const { uid, headers } = await signIn(email);
    const answer = await request.get(`${url}/api/user?userId=${uid}`, { headers });
    return ((await answer.json()) as { subscriptionStatus: string }).subscriptionStatus;
  };
  const seesUsers = async (email: string) => {
    const { headers } = await signIn(email);
    return (await request.get(`${url}/api/admin/users`, { headers })).status();
  };
  expect(await planOf('free@tandem.example')).toBe('free');
  expect(await planOf('pro@tandem.example')).toBe('active');
  expect(await seesUsers('pro@tandem.example')).toBe(403);
  expect(await seesUsers('admin@tandem.example')).toBe(200);
});

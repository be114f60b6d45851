import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { publicKeysOf as publicKeysOfKit } from '@tandem/kit';
import { at } from '../../helm/test/lib/paths.js';
import { publicKeysOf } from './public-keys.mjs';

let homes: string[] = [];
afterEach(() => {
  for (const home of homes) rmSync(home, { recursive: true });
  homes = [];
});

/** A checkout without an .env. */
const newCheckout = () => {
  const home = mkdtempSync(join(tmpdir(), 'tandem-env-'));
  homes.push(home);
  for (const name of ['env.mjs', 'public-keys.mjs'])
    cpSync(at(`deploy/docker/${name}`), join(home, 'deploy/docker', name));
  const file = join(home, '.env');
  return {
    run: (...args: string[]) => {
      const script = join(home, 'deploy/docker/env.mjs');
      const { status, stdout, stderr } = spawnSync('node', [script, ...args], { encoding: 'utf8' });
      return { status, stdout, stderr };
    },
    read: () => readFileSync(file, 'utf8'),
    mode: () => statSync(file).mode & 0o777,
  };
};

describe('the .env of one box', () => {
  it('is written once, readable only by its owner, with keys of full length', () => {
    const { run, read, mode } = newCheckout();
    expect(run('--url', 'https://files.example.com').status).toBe(0);
    const written = read();
    expect(written).toMatch(/^NODE_ENV=production$/m);
    expect(written).not.toMatch(/EMULATOR_HOST=.+|^COMPOSE_PROFILES/m);
    const key = /^GRANT_KEYS=k[0-9a-f]{8}:(.+)$/m.exec(written)?.[1] ?? '';
    expect(Buffer.from(key, 'base64url')).toHaveLength(32);
    for (const use of ['GRANT', 'ASSERTION']) {
      const [, seed = ''] = new RegExp(`^${use}_KEYS=(.+)$`, 'm').exec(written) ?? [];
      expect(written).toContain(`\n${use}_PUBLIC_KEYS=${publicKeysOf(seed)}\n`);
    }
    expect(mode()).toBe(0o600);
    // A second run must not replace the keys that decrypt stored data.
    expect(run().status).toBe(1);
    expect(read()).toBe(written);
  });

  it('has a project of its own, so that a second clone leaves the containers and volumes of the first alone', () => {
    const names = [newCheckout(), newCheckout()].map(({ run, read }) => {
      expect(run().status).toBe(0);
      return /^COMPOSE_PROJECT_NAME=(.*)$/m.exec(read())?.[1];
    });
    // The form that Compose accepts: https://docs.docker.com/compose/how-tos/project-name/
    for (const name of names) expect(name).toMatch(/^tandem-[0-9a-f]{8}$/);
    expect(new Set(names).size).toBe(2);
  });

  it.each([
    ...['http://files.example.com', 'http://192.0.2.7:8080', 'http://localhost.example.com'].map(
      (url) => [url, 'a demo that others could reach', 'can be forged'],
    ),
    ['https://files.example.com:8443', 'a port that the box does not publish', 'without a port'],
    ['https://files.example.com/files', 'a path that no page is below', 'without a port or path'],
  ])('is not written for %s, %s', (url, _reason, message) => {
    const { status, stderr } = newCheckout().run('--url', url);
    expect([status, stderr]).toEqual([64, expect.stringContaining(message)]);
  });

  it.each([
    ['an unknown option', '--payment', 'none'],
    ['an unknown argument', 'https://files.example.com'],
    ['an option without its value', '--url'],
  ])('is not written for %s: the script prints its usage', (_what, ...args) => {
    const { run, read } = newCheckout();
    const { status, stderr } = run(...args);
    expect([status, stderr]).toEqual([
      64,
      expect.stringMatching(/^node deploy\/docker\/env\.mjs /),
    ]);
    expect(read).toThrow('ENOENT');
  });

  it('is not written for --help', () => {
    const { run, read } = newCheckout();
    expect(run('--help')).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('--payments none') as string,
    });
    expect(read).toThrow('ENOENT');
  });
});

it('the script for public keys refuses what is no key ring in one line', () => {
  const { status, stdout, stderr } = spawnSync('node', [at('deploy/docker/public-keys.mjs')], {
    encoding: 'utf8',
    input: 'k1:too-short',
  });
  expect([status, stdout, stderr]).toEqual([
    65,
    '',
    'The key ring on standard input must be kid:base64url(32 bytes)[,kid2:…]\n',
  ]);
});

it('public keys are derived as the services do', () => {
  const ring = `a:${Buffer.alloc(32, 1).toString('base64url')},b:${Buffer.alloc(32, 2).toString('base64url')}`;
  expect(publicKeysOf(ring)).toBe(publicKeysOfKit(ring));
  expect(() => publicKeysOf('a:short')).toThrow(/kid:base64url/);
});

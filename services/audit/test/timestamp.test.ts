import { execFile, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { stampedText, stampHead } from '../src/timestamp/timestamp.js';
import { integrate } from '../src/tree/integrate.js';
import { keepHead } from '../src/tree/tasks.js';
import { fill, startStack, uniqueUid, type Stack } from './harness.js';

const hasOpenssl = spawnSync('openssl', ['version']).status === 0;
const withOpenssl = hasOpenssl ? it : it.skip;

/** The time-stamping authority of OpenSSL. */
const tsaConfig = `
[tsa]
default_tsa = authority
[authority]
serial = serial
default_policy = 1.2.3.4.1
digests = sha256
signer_digest = sha256
accuracy = secs:1
ess_cert_id_alg = sha256
`;

let stack: Stack;
let folder: string;
let server: Server;
let url: string;
/** Changes the answers of the service. */
let answer: (query: Buffer) => Promise<{ status?: number; body: Buffer }>;

const openssl = (...args: string[]) => promisify(execFile)('openssl', args, { cwd: folder });

const reply = async (query: Buffer): Promise<{ body: Buffer }> => {
  await writeFile(join(folder, 'query'), query);
  const signer = ['-signer', 'tsa.crt', '-inkey', 'tsa.key', '-config', 'tsa.cnf'];
  await openssl('ts', '-reply', '-queryfile', 'query', '-out', 'reply', ...signer);
  return { body: await readFile(join(folder, 'reply')) };
};

beforeAll(async () => {
  stack = await startStack();
  folder = await mkdtemp(join(tmpdir(), 'tsa-'));
  await writeFile(join(folder, 'tsa.cnf'), tsaConfig);
  await writeFile(join(folder, 'serial'), '01\n');
  if (hasOpenssl)
    await openssl(
      ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=Authority'],
      ...['-addext', 'extendedKeyUsage=critical,timeStamping'],
      ...['-keyout', 'tsa.key', '-out', 'tsa.crt'],
    );
  server = createServer((request, response) => {
    void (async () => {
      const pieces: Buffer[] = [];
      for await (const piece of request) pieces.push(piece as Buffer);
      const { status = 200, body } = await answer(Buffer.concat(pieces));
      response.writeHead(status, { 'content-type': 'application/timestamp-reply' }).end(body);
    })();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.close();
  await rm(folder, { recursive: true });
  await stack.stop();
});
beforeEach(async () => {
  await fill(stack, uniqueUid(), 2);
  await integrate(stack.context);
  stack.clock.now = new Date(stack.clock.now.getTime() + 600_000);
  expect(await keepHead(stack.context)).not.toBeNull();
});

describe('the time stamp of a head', () => {
  withOpenssl('is kept with it, once, and verifies with OpenSSL', async () => {
    answer = reply;
    expect(await stampHead(stack.context, url)).toBe(true);
    const head = await stack.context.tree.lastHead();
    if (!head?.timestamp) throw new Error('no time stamp');
    await writeFile(join(folder, 'head'), stampedText(head));
    await writeFile(join(folder, 'stamp'), Buffer.from(head.timestamp, 'base64'));
    const verify = ['ts', '-verify', '-in', 'stamp', '-CAfile', 'tsa.crt'];
    await expect(openssl(...verify, '-data', 'head')).resolves.toBeDefined();
    await writeFile(join(folder, 'head'), stampedText({ ...head, size: head.size + 1 }));
    await expect(openssl(...verify, '-data', 'head')).rejects.toThrow('Command failed');
    expect(await stampHead(stack.context, url)).toBe(false);
  });

  withOpenssl('of an earlier query is refused, for another head and for the same one', async () => {
    let first: { body: Buffer } | undefined;
    answer = async (query) => {
      first = await reply(query);
      return { status: 500, body: Buffer.alloc(0) };
    };
    await expect(stampHead(stack.context, url)).rejects.toThrow('responded 500');
    answer = () => Promise.resolve(first ?? { body: Buffer.alloc(0) });
    // Only the nonce differs.
    await expect(stampHead(stack.context, url)).rejects.toThrow('does not match the request');
    stack.clock.now = new Date(stack.clock.now.getTime() + 600_000);
    await keepHead(stack.context);
    await expect(stampHead(stack.context, url)).rejects.toThrow('does not match the request');
    answer = reply;
    expect(await stampHead(stack.context, url)).toBe(true);
  });

  it.each<[string, { status?: number; body: Buffer }, string]>([
    ['a refusal', { body: Buffer.from('30053003020102', 'hex') }, 'refused with status 02'],
    ['no token', { body: Buffer.from('30053003020100', 'hex') }, 'does not match the request'],
    ['an error', { status: 500, body: Buffer.alloc(0) }, 'responded 500'],
    ['another document', { body: Buffer.from('<html>') }, 'not a time-stamp response'],
    ['a cut response', { body: Buffer.from('3082ffff30', 'hex') }, 'cut off'],
    ['a flood', { body: Buffer.alloc(1_000_000, 0x30) }, 'too long'],
  ])('is not taken from %s', async (_name, given, message) => {
    answer = () => Promise.resolve(given);
    await expect(stampHead(stack.context, url)).rejects.toThrow(message);
    expect((await stack.context.tree.lastHead())?.timestamp).toBeUndefined();
  });
});

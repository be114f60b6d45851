import { caller, signUp, type Ask } from '../canary/people.js';
import { openConsole } from '../dev-stack/run/console.js';
import { missingBuilds, startStack, type Stack } from '../dev-stack/stack.js';

/**
 * The attacks of a stranger who has the link of a share, through the public interface of the product with all its
 * processes.
 */
let stack: Stack;
let ask: Ask;
let cookie: string;

const ignore = () => undefined;

beforeAll(async () => {
  expect(missingBuilds()).toEqual([]);
  stack = await startStack({
    port: 0,
    console: { ...openConsole(), print: ignore, report: ignore, echo: ignore },
    demoAccounts: false,
    // The limits of a deployment; the address of a client is the one that the test sets.
    env: { RATE_LIMIT_SCALE: '1', TRUST_PROXY_HOPS: '1', LOG_LEVEL: 'error' },
  });
  ask = caller(stack.url);
  const { idToken } = await signUp(stack.authEmulatorOrigin ?? '');
  ({ cookie } = await from('192.0.2.1')('POST', '/api/session', { idToken }));
}, 120_000);
afterAll(() => stack.stop());

const from =
  (address: string) =>
  (method: string, path: string, json?: unknown, headers: Record<string, string> = {}) =>
    ask(method, path, {
      headers: { 'x-forwarded-for': address, ...headers },
      ...(json !== undefined && { json }),
    });

const owner = (method: string, path: string, json?: unknown) =>
  from('192.0.2.1')(method, path, json, { cookie });

const newShare = async () => {
  const body = { filename: 'plan.pdf', fileSize: '1.00 MB', fileType: 'application/pdf' };
  const { json } = await owner('POST', '/api/file-shares', body);
  return { shareId: String(json['shareId']), password: String(json['password']) };
};

const open = (address: string, shareId: string, password: string) =>
  from(address)('POST', `/api/shares/${shareId}/access`, { password });

const rowOf = async (shareId: string): Promise<Record<string, unknown> | undefined> => {
  const { text } = await owner('GET', '/api/file-shares');
  const rows = JSON.parse(text) as Record<string, unknown>[];
  return rows.find((row) => row['shareId'] === shareId);
};

/** Like the page, repeats an attempt that was throttled. */
const openPatiently = async (address: string, shareId: string, password: string) => {
  for (;;) {
    const answer = await open(address, shareId, password);
    if (answer.status !== 429) return answer;
  }
};

const wrong = 'zzzz-zzzz-zzzz';

describe('a stranger with the link', () => {
  it('does not lock out a network with attempts at shares that do not exist', async () => {
    const { shareId, password } = await newShare();
    const address = '198.51.100.7';
    const unknown = Array.from({ length: 300 }, (_, index) => String(index).padStart(22, 'x'));
    // On a busy machine the gateway admits 16 requests at a time and refuses the rest with 503.
    const atOnce = 10;
    for (let start = 0; start < unknown.length; start += atOnce) {
      const batch = unknown.slice(start, start + atOnce);
      const answers = await Promise.all(batch.map((id) => open(address, id, wrong)));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([403]));
    }
    expect((await open(address, shareId, password)).status).toBe(200);
  });

  it('neither stops a share nor locks out a neighbour with wrong passwords', async () => {
    const { shareId, password } = await newShare();
    for (let count = 0; count < 30; count += 1) await open('198.51.101.66', shareId, wrong);
    let isOver = false;
    const flood = Array.from({ length: 8 }, async () => {
      while (!isOver) await open('198.51.101.66', shareId, wrong);
    });
    const atOtherAddress = await openPatiently('198.51.101.7', shareId, password);
    const atSameAddress = await openPatiently('198.51.101.66', shareId, password);
    isOver = true;
    await Promise.all(flood);
    expect([atOtherAddress.status, atSameAddress.status]).toEqual([200, 200]);
    expect(await rowOf(shareId)).toMatchObject({ isActive: true });
  });

  it('does not stop a share with images on a page that others visit', async () => {
    const { shareId, password } = await newShare();
    for (let visitor = 1; visitor <= 12; visitor += 1) {
      const path = `/api/shares/${shareId}?password=${wrong}`;
      const headers = { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'image' };
      const answer = await from(`198.51.${visitor}.7`)('GET', path, undefined, headers);
      expect([answer.status, answer.json['reason']]).toEqual([403, 'foreign-origin']);
    }
    expect((await open('203.0.113.7', shareId, password)).status).toBe(200);
  });

  it('stops a share from three networks; the owner sees from where and can undo it for good', async () => {
    const { shareId, password } = await newShare();
    const networks = ['203.0.113', '198.18.5', '100.64.9'];
    const guess = (count: number) => open(`${networks[count % 3] ?? ''}.7`, shareId, wrong);
    for (let count = 0; count < 10; count += 1) expect((await guess(count)).status).toBe(403);
    expect(await rowOf(shareId)).toMatchObject({
      isActive: false,
      stopReason: 'wrong-passwords',
      stopNetworks: ['203.0.113.0/24', '198.18.5.0/24', '100.64.9.0/24'],
    });
    expect((await open('192.0.2.99', shareId, password)).status).toBe(403);
    const restarted = await owner('POST', `/api/file-shares/${shareId}/restart`, {});
    expect(restarted.json).toMatchObject({ isActive: true, stopNetworks: [] });
    for (let count = 0; count < 10; count += 1) await guess(count);
    expect(await rowOf(shareId)).toMatchObject({ isActive: true });
    expect((await open('192.0.2.99', shareId, password)).status).toBe(200);
  });
});

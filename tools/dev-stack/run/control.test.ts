import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fakeSpec } from '../testing/fake-plan.js';
import { openConsole } from './console.js';
import { openControl } from './control.js';
import { runStack } from './run-stack.js';

describe('the control server of a running stack', () => {
  let logDir = '';
  let stack: Awaited<ReturnType<typeof runStack>>;
  let control: Awaited<ReturnType<typeof openControl>>;
  beforeAll(async () => {
    logDir = mkdtempSync(join(tmpdir(), 'control-test-'));
    const plan = () => Promise.resolve([fakeSpec('shares', 'serve'), fakeSpec('audit', 'serve')]);
    stack = await runStack({ plan, console: openConsole({ stream: process.stderr }), logDir });
    control = await openControl(Object.fromEntries(stack.children));
  });
  afterAll(async () => {
    await control.close();
    await stack.stop();
    rmSync(logDir, { recursive: true, force: true });
  });

  const ask = async (method: string, path: string, token = control.token) => {
    const headers = { authorization: `Bearer ${token}` };
    const response = await fetch(`${control.url}${path}`, { method, headers });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };

  it('requires the token', async () => {
    expect(await ask('GET', '/services', 'x'.repeat(24))).toMatchObject({ status: 401 });
  });

  it('restarts a killed process under a new id and keeps the others running', async () => {
    const before = (await ask('GET', '/services')).body;
    expect(await ask('POST', '/services/shares/kill')).toMatchObject({
      body: { pid: null, isReady: false },
    });
    await ask('GET', '/services/shares/ready');
    const after = (await ask('GET', '/services')).body;
    expect(after['shares']).toMatchObject({ isReady: true });
    expect(after['shares']).not.toEqual(before['shares']);
    expect(after['audit']).toEqual(before['audit']);
  });

  it('keeps a stopped process down until it is started', async () => {
    await ask('POST', '/services/shares/stop');
    expect((await ask('GET', '/services')).body['shares']).toEqual({ pid: null, isReady: false });
    expect(await ask('POST', '/services/shares/start')).toMatchObject({ body: { isReady: true } });
  });

  it.each(['/services/nobody/ready', '/services/shares/nothing', '/services/toString/ready', '/'])(
    'responds 404 to %s',
    async (path) => {
      expect((await ask('GET', path)).status).toBe(404);
    },
  );
});

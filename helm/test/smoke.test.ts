import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { render } from './lib/chart.js';
import { at } from './lib/paths.js';

const runSmoke = async (url: string) => {
  const child = spawn(process.execPath, [at('helm/tandem/files/smoke.mjs')], {
    env: { GATEWAY_URL: url, EMULATOR_URL: url },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const [exitCode] = (await once(child, 'close')) as [number | null];
  return { exitCode, output };
};

/** A gateway that is not ready at its first calls, and an emulator that refuses every account. */
const startStack = async (failures: number) => {
  const calls: string[] = [];
  const server = createServer((request, response) => {
    calls.push(request.url ?? '');
    const send = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (request.url !== '/api/config') return send(400, {});
    if (calls.length <= failures) return send(503, {});
    // An address for browsers, which a pod does not reach.
    const firebase = { apiKey: 'key', emulatorOrigin: 'http://127.0.0.1:1' };
    return send(200, { product: { name: 'Tandem' }, firebase });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, calls, close: () => server.close() };
};

type Answer = readonly [status: number, body: object];

/** Runs the test against a gateway and Firebase that answer as given; the rest is refused. */
const runAgainst = async (answers: Readonly<Record<string, Answer>>) => {
  const calls: string[] = [];
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://stack');
    const path = pathname.replace(/^\/identitytoolkit.*accounts/, 'firebase');
    const call = `${request.method ?? ''} ${path}`;
    calls.push(`${call}${request.headers.authorization ? ' with token' : ''}`);
    const [status, body] = answers[call] ?? [500, {}];
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    return { ...(await runSmoke(url)), calls };
  } finally {
    server.close();
  }
};

const signedUp = {
  'GET /api/config': [
    200,
    {
      product: { name: 'Tandem' },
      firebase: { apiKey: 'key', emulatorOrigin: 'http://127.0.0.1:1' },
    },
  ],
  'POST firebase:signUp': [200, { idToken: 'token', localId: 'smoke' }],
} as const;

describe('the account of `helm test`', () => {
  it('is deleted in every service after a failure, which is reported', async () => {
    const { exitCode, output, calls } = await runAgainst({
      ...signedUp,
      'DELETE /api/user': [200, {}],
    });
    expect(calls.at(-1)).toBe('DELETE /api/user with token');
    expect(output).toMatch(/POST \/api\/file-shares: 500/);
    expect(exitCode).toBe(1);
  });

  it.each([200, 400])(
    'is deleted at Firebase, which answers %i, where the gateway does not delete it',
    async (status) => {
      const { exitCode, output, calls } = await runAgainst({
        ...signedUp,
        'POST firebase:delete': [status, {}],
      });
      expect(calls.slice(-2)).toEqual(['DELETE /api/user with token', 'POST firebase:delete']);
      expect(output).toMatch(/smoke: DELETE \/api\/user: 500/);
      expect(output).toMatch(/Error: POST \/api\/file-shares: 500/);
      expect(exitCode).toBe(1);
    },
  );
});

describe('the test of `helm test`', () => {
  it('repeats its first call, reaches the emulator in the cluster, and fails with the reason', async () => {
    const stack = await startStack(2);
    try {
      const { exitCode, output } = await runSmoke(stack.url);
      expect(exitCode).toBe(1);
      expect(output.match(/no response yet: GET \/api\/config: 503/g)).toHaveLength(2);
      expect(output).toContain('Tandem responds');
      expect(stack.calls.at(-1)).toMatch(/^\/identitytoolkit\.googleapis\.com.*signUp/);
      expect(output).toMatch(/accounts:signUp: 400/);
    } finally {
      stack.close();
    }
  });

  it('keeps the pod with its log until the next test, and nothing else', () => {
    const hooks = render({ chart: 'tandem', example: 'minimal' }).filter(
      ({ metadata }) => metadata.annotations?.['helm.sh/hook'] === 'test',
    );
    const policies = hooks.map(({ kind, metadata }) => [
      kind,
      metadata.annotations?.['helm.sh/hook-delete-policy'],
    ]);
    expect(new Map(policies as [string, string][])).toEqual(
      new Map([
        ['NetworkPolicy', 'before-hook-creation,hook-succeeded'],
        ['ConfigMap', 'before-hook-creation,hook-succeeded'],
        ['Pod', 'before-hook-creation'],
      ]),
    );
  });
});

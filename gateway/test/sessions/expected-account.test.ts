import { expectedAccountHeader } from '@tandem/proto/browser/headers';
import { apiRoutes } from '../../src/app.js';
import { admin, alice, bearer, cookie, startGateway, type Gateway } from '../support/harness.js';
import { expiresAt, share, shareId } from '../support/samples.js';

let gateway: Gateway;
beforeAll(async () => {
  gateway = await startGateway({
    PAYMENTS_PROVIDER: 'local',
    STRIPE_API_BASE: 'http://127.0.0.1:1',
  });
});
beforeEach(() => gateway.fake({}));
afterAll(() => gateway.stop());

const expecting = (account: string) => ({ [expectedAccountHeader]: account });

/** The routes that the gateway serves. */
const routes = () => {
  const { services, config, streams } = gateway;
  return apiRoutes({ services, config, streams, security: { record: () => undefined } });
};
const nameOf = ({ method, path }: { method: string; path: string }) =>
  `${method.toUpperCase()} ${path}`;
const callOf = ({ method, path }: { method: string; path: string }) =>
  [method.toUpperCase(), path.replaceAll(/:\w+/g, shareId)] as const;

const refusal = {
  status: 409,
  reason: 'other-account',
  message:
    'This browser is now signed in to another account, so nothing was done. Reload the page.',
};

describe('a call of a page that shows another account', () => {
  it.each([
    ['the cookie', cookie('bob')],
    ['a bearer token', bearer('bob')],
    ['the cookie of an admin', cookie('admin')],
  ])('is refused by every route that authenticates, with %s', async (_what, credential) => {
    const accepted: string[] = [];
    for (const one of routes().filter(({ access }) => access !== 'public')) {
      const headers = { ...credential, ...expecting('alice') };
      const { json } = await gateway.call(...callOf(one), { headers });
      const { reason } = json as { reason?: string };
      if (reason !== refusal.reason) accepted.push(nameOf(one));
    }
    expect(accepted).toEqual([]);
    expect(gateway.calls()).toEqual([]);
  });

  it('is accepted by routes that act for no account, and by those of the browser’s own session', () => {
    const open = routes().filter(({ access }) => access === 'public');
    expect(open.map(nameOf)).toEqual([
      'GET /api/config',
      'POST /api/session',
      'DELETE /api/session',
      'POST /api/shares/:id/download',
      'POST /api/shares/:id/notices/cancel',
    ]);
  });

  it('is refused with 409 and the reason', async () => {
    const headers = { ...cookie('bob'), ...expecting('alice') };
    const answer = await gateway.call('POST', '/api/file-shares', {
      headers,
      json: { filename: 'a', fileSize: '1 KB' },
    });
    expect(answer.status).toBe(409);
    expect(answer.json).toMatchObject(refusal);
  });

  it('is refused with an ID token in the body as well', async () => {
    const { json } = await gateway.call('POST', `/api/file-shares/${shareId}/stop`, {
      headers: { ...cookie('alice'), ...expecting('alice') },
      json: { idToken: 'id-bob' },
    });
    expect(json).toMatchObject(refusal);
    expect(gateway.calls()).toEqual([]);
  });

  it.each(['/api/changes?account=alice', '/api/changes?account=bob&account=bob'])(
    'is refused by the account in its query: %s',
    async (path) => {
      const { json } = await gateway.call('GET', path, { headers: cookie('bob') });
      expect(json).toMatchObject(refusal);
    },
  );

  it('is refused if header and query differ', async () => {
    const headers = { ...cookie('bob'), ...expecting('bob') };
    const { json } = await gateway.call('GET', '/api/changes?account=alice', { headers });
    expect(json).toMatchObject(refusal);
  });

  it('cannot end all sessions of the account', async () => {
    const { json } = await gateway.call('DELETE', '/api/session?everywhere=true', {
      headers: { ...cookie('bob'), ...expecting('alice') },
    });
    expect(json).toMatchObject(refusal);
    expect(gateway.calls()).toEqual([]);
  });

  it('signs the browser out, and signs it in', async () => {
    gateway.fake({
      identity: {
        endSession: () => Promise.resolve({}),
        createSession: () => Promise.resolve({ cookie: 'c', expiresAt, user: alice }),
      },
    });
    const signOut = await gateway.call('DELETE', '/api/session', {
      headers: { ...cookie('bob'), ...expecting('alice') },
    });
    const signIn = await gateway.call('POST', '/api/session', {
      headers: { ...bearer('alice'), ...cookie('bob'), ...expecting('bob') },
    });
    expect([signOut.status, signIn.status]).toEqual([200, 200]);
  });
});

describe('the account that a call names', () => {
  it.each([
    ['that of the credential', expecting('alice')],
    ['none, as clients other than the pages do', {}],
  ])('may be %s', async (_what, named) => {
    gateway.fake({ shares: { createShare: () => Promise.resolve(share) } });
    const { status } = await gateway.call('POST', '/api/file-shares', {
      headers: { ...cookie('alice'), ...named },
      json: { filename: 'a', fileSize: '1 KB' },
    });
    expect(status).toBe(201);
    expect(gateway.calls()[0]?.uid).toBe('alice');
  });

  it('authorizes nothing without a credential', async () => {
    const admitted: string[] = [];
    const guarded = routes().filter(({ access }) => access === 'user' || access === 'admin');
    for (const one of guarded) {
      const { status } = await gateway.call(...callOf(one), { headers: expecting('admin') });
      if (status !== 401) admitted.push(nameOf(one));
    }
    expect(admitted).toEqual([]);
    expect(gateway.calls()).toEqual([]);
  });

  it('leaves a visitor a visitor', async () => {
    const accessShare = () =>
      Promise.resolve({
        ...share,
        isOwner: false,
        senderName: '',
        grant: { token: 'g', expiresAt },
      });
    gateway.fake({ shares: { accessShare } });
    const { status } = await gateway.call('POST', `/api/shares/${shareId}/access`, {
      headers: expecting('alice'),
      json: { password: 'right' },
    });
    expect(status).toBe(200);
    expect(gateway.calls()).toMatchObject([{ name: 'shares.accessShare', uid: undefined }]);
  });

  it.each([
    ['admin', 409],
    ['bob', 403],
  ])('makes no admin of a user: %s', async (account, status) => {
    const answer = await gateway.call('GET', '/api/admin/users', {
      headers: { ...cookie('bob'), ...expecting(account) },
    });
    expect(answer.status).toBe(status);
    expect(gateway.calls()).toEqual([]);
  });

  it('is the own one of an admin, whichever user the call is about', async () => {
    gateway.fake({
      identity: { getUser: () => Promise.resolve(admin), endSessionsOf: () => Promise.resolve({}) },
    });
    const end = (account: string) =>
      gateway.call('DELETE', '/api/admin/users/bob/sessions', {
        headers: { ...cookie('admin'), ...expecting(account) },
      });
    expect([(await end('bob')).status, (await end('admin')).status]).toEqual([409, 200]);
  });

  it('is described for every route that authenticates', async () => {
    const { json } = await gateway.call('GET', '/api/openapi.json');
    const { paths } = json as { paths: Record<string, Record<string, { parameters: unknown[] }>> };
    const described = routes().filter(({ method, path }) =>
      paths[path.replaceAll(/:(\w+)/g, '{$1}')]?.[method]?.parameters.some(
        (parameter) => (parameter as { name: string }).name === expectedAccountHeader,
      ),
    );
    expect(described.map(nameOf)).toEqual(
      routes()
        .filter(({ access }) => access !== 'public')
        .map(nameOf),
    );
  });
});

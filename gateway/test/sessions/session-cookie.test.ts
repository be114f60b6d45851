import { bearer, startGateway, type Gateway } from '../support/harness.js';
import { share } from '../support/samples.js';

let secure: Gateway;
beforeAll(async () => {
  secure = await startGateway({ PUBLIC_URL: 'https://tandem.example.test' });
});
afterAll(() => secure.stop());

describe('the session cookie', () => {
  it('is __Host- and Secure on https, where the plain name is ignored', async () => {
    const user = { ...share, uid: 'alice' };
    secure.fake({
      identity: {
        createSession: () =>
          Promise.resolve({
            cookie: 'cookie-alice',
            expiresAt: new Date(Date.now() + 60_000),
            user: {
              uid: user.uid,
              email: '',
              displayName: '',
              firstName: '',
              lastName: '',
              photoUrl: 'https://photos.example.test/a.png',
              isAdmin: false,
              createdAt: undefined,
              lastSeenAt: undefined,
            },
          }),
      },
      shares: { listShares: () => Promise.resolve({ shares: [] }) },
    });
    const { headers, json } = await secure.call('POST', '/api/session', {
      headers: bearer('alice'),
    });
    expect(headers.get('set-cookie')).toMatch(
      /^__Host-session=cookie-alice; Path=\/; Expires=[^;]+; HttpOnly; Secure; SameSite=Lax$/,
    );
    expect(json).toMatchObject({
      user: { photoURL: 'https://photos.example.test/a.png' },
    });
    const list = (name: string) =>
      secure.call('GET', '/api/file-shares', {
        headers: { cookie: `a=b; ${name}=cookie-alice` },
      });
    expect((await list('__Host-session')).status).toBe(200);
    expect((await list('session')).status).toBe(401);
  });
});

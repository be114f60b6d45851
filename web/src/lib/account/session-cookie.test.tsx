import type { User } from '@firebase/auth';
import { jest } from '@jest/globals';
import { installFakeApi } from '../../../test/fake-api.js';

jest.unstable_mockModule('../paths.js', () => ({
  apiOrigin: '',
  apiUrl: (path: string) => `https://elsewhere.example/api${path}`,
}));
const { clearSessionCookie, syncSessionCookie } = await import('./session-cookie.js');

const user = {
  getIdTokenResult: () =>
    Promise.resolve({ token: 'held', issuedAtTime: new Date().toUTCString() }),
} as unknown as User;

it('sends no token to another origin [7.45]', async () => {
  Object.defineProperty(window, 'isSecureContext', { configurable: true, value: true });
  const api = installFakeApi();
  await syncSessionCookie(user);
  await clearSessionCookie(user);
  expect(api.requests).toHaveLength(0);
});

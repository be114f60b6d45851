/**
 * The identity SDK itself, on a page of a deployment.
 * @jest-environment-options {"url": "https://tandem.example/"}
 */
import { installFakeApi } from '../../../test/fake-api.js';
import { config } from '../../../test/render-app.js';
import { signInWithPassword } from '../../features/auth/sign-in.js';

it('a server cannot have account passwords sent to its own address', async () => {
  const emulatorOrigin = 'https://api.tandem.example';
  const firebase = { ...config.firebase, emulatorOrigin };
  installFakeApi({ 'GET /api/config': { body: { ...config, firebase } } });
  const answerConfig = globalThis.fetch;
  const called: string[] = [];
  globalThis.fetch = (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input, window.location.href);
    called.push(url.host);
    return answerConfig(input, init);
  };
  await expect(signInWithPassword('ada@example.com', 'correct horse')).rejects.toThrow();
  expect(called).toEqual(['tandem.example', 'identitytoolkit.googleapis.com']);
});

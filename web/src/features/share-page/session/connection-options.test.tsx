/**
 * On https, where the socket must be encrypted as well.
 * @jest-environment-options {"url": "https://tandem.example/"}
 */
import { forgetConfig } from '../../../lib/http/config.js';
import { openedShare } from '../test/fake-server.js';
import { connectionOptions } from './connection-options.js';

it('connects to /ws of its own origin without a configuration [7.36]', async () => {
  forgetConfig();
  globalThis.fetch = () => Promise.reject(new Error('offline'));
  const { signallingUrl } = await connectionOptions({
    share: openedShare,
    password: 'p',
    linkKey: null,
  });
  expect(signallingUrl).toBe('wss://tandem.example/ws');
});

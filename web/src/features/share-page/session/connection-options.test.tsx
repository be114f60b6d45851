/**
 * On https, where the socket must be encrypted as well.
 * @jest-environment-options {"url": "https://tandem.example/"}
 */

import { forgetConfig } from '../../../lib/http/config.js';
import { EngineFailure } from '../../../transfer/pure.js';
import { installFakeServer, openedShare, type Answer } from '../test/fake-server.js';
import { connectionOptions } from './connection-options.js';
import type { Access } from './flow.js';
import { createGrantKeeper } from './grant-keeper.js';

const accessTo = (share: typeof openedShare): Access => ({
  share,
  grantKeeper: createGrantKeeper(share, 'p'),
  linkKey: null,
});

it('connects to /ws of its own origin without a configuration [7.36]', async () => {
  forgetConfig();
  globalThis.fetch = () => Promise.reject(new Error('offline'));
  const { signallingUrl } = await connectionOptions(accessTo(openedShare));
  expect(signallingUrl).toBe('wss://tandem.example/ws');
});

describe('a grant that has lapsed', () => {
  const joinAfter = async (answer: Answer | 'offline'): Promise<unknown> => {
    installFakeServer({
      'POST /api/shares/s1/grant': { status: 403 },
      'POST /api/shares/s1/access': answer,
    });
    const share = { ...openedShare, grantExpiresAt: '2020-01-01T00:00:00.000Z' };
    const { credentials } = await connectionOptions(accessTo(share));
    if (credentials.kind !== 'grant') throw new Error('no grant');
    return credentials.grant().catch((error: unknown) => error);
  };

  it('ends the attempts to connect where the server refuses the password or the share', async () => {
    const message = 'Invalid password or expired link.';
    const failure = await joinAfter({ status: 403, body: { message, reason: 'access-denied' } });
    expect(failure).toBeInstanceOf(EngineFailure);
    expect(failure).toMatchObject({ code: 'access-denied', facts: { serverText: message } });
  });

  it.each<[string, Answer | 'offline']>([
    ['without a network', 'offline'],
    ['while the server restarts', { status: 503 }],
  ])('leaves the next attempt to the engine %s', async (_case, answer) => {
    expect(await joinAfter(answer)).not.toBeInstanceOf(EngineFailure);
  });
});

/** The links of e-mails with the identity SDK itself; only the answers of the provider are made up. */

import { jest } from '@jest/globals';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { FakeApi } from '../../../../test/fake-api.js';
import { config, renderApp, startApi, tidyUp } from '../../../../test/render-app.js';

const applied = 'POST /v1/accounts:update';
const read = 'POST /v1/accounts:lookup';
const refusal = (message: string) => ({ status: 400, body: { error: { code: 400, message } } });

/** From where the SDK restores the account of this browser. */
const key = `firebase:authUser:${config.firebase.apiKey}:[DEFAULT]`;
const bob = {
  uid: 'bob',
  email: 'bob@example.com',
  emailVerified: false,
  isAnonymous: false,
  providerData: [],
  stsTokenManager: {
    accessToken: 'token',
    refreshToken: 'refresh',
    expirationTime: Date.now() + 3_600_000,
  },
  apiKey: config.firebase.apiKey,
  appName: '[DEFAULT]',
};

let api: FakeApi;
beforeEach(() => {
  jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  localStorage.setItem(key, JSON.stringify(bob));
  api = startApi();
  api.answer({
    [applied]: { body: { localId: 'ada', email: 'ada@example.com' } },
    [read]: { body: { users: [{ localId: 'bob', email: 'bob@example.com' }] } },
  });
});
afterEach(() => {
  tidyUp();
  localStorage.clear();
  jest.restoreAllMocks();
});

it('a link from the e-mail about a new second factor removes the factor', async () => {
  renderApp('/login?mode=revertSecondFactorAddition&oobCode=code-1', null);
  await userEvent.click(await screen.findByRole('button', { name: 'Remove the Second Factor' }));
  expect(await screen.findByText(/^The second factor was removed/)).toBeDefined();
  expect(api.to(applied).map(({ body }) => body)).toEqual([{ oobCode: 'code-1' }]);
});

it('a link that has worked says so in the browser of an account that has been disabled', async () => {
  api.answer({
    [applied]: () => {
      api.answer({ [read]: refusal('USER_DISABLED') });
      return { body: { localId: 'ada', email: 'ada@example.com' } };
    },
  });
  renderApp('/login?mode=verifyEmail&oobCode=code-2', null);
  expect(await screen.findByText('Your email address is verified.')).toBeDefined();
  expect(api.to(read).length).toBeGreaterThan(0);
});

it('a link that was used before says so', async () => {
  api.answer({ [applied]: refusal('INVALID_OOB_CODE') });
  renderApp('/login?mode=recoverEmail&oobCode=code-3', null);
  await userEvent.click(await screen.findByRole('button', { name: 'Undo the Change' }));
  expect((await screen.findByRole('alert')).textContent).toMatch(/^This link was used already/);
});

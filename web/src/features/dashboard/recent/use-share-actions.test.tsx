import { jest } from '@jest/globals';
import { cleanup, renderHook } from '@testing-library/react';
import { fakeIdentity } from '../../../../test/fake-identity.js';
import { clearToasts, getToasts } from '../../../components/toast/index.js';
import { setIdentityLoader, setSession } from '../../../lib/account/session.js';

const mutate = jest.fn<() => Promise<unknown>>();
const mutation = () => [() => ({ unwrap: mutate })];
jest.unstable_mockModule('../api.js', () => ({
  sharesApi: {
    useStopShareMutation: mutation,
    useRestartShareMutation: mutation,
    useDeleteShareMutation: mutation,
  },
}));
jest.unstable_mockModule('../sending/transfers-context.js', () => ({
  useTransfers: () => ({ end: () => undefined, forget: () => undefined }),
}));
const { useShareActions } = await import('./use-share-actions.js');

const signIn = (token: Promise<string>): void => {
  token.catch(() => undefined);
  setIdentityLoader(() => Promise.resolve(fakeIdentity({ currentIdToken: () => token })));
  setSession({
    status: 'user',
    user: { uid: 'u', email: null, displayName: null, photoURL: null },
  });
};

const actions = () => renderHook(useShareActions).result.current;
const told = () => getToasts().map(({ title, description }) => [title, description]);

beforeEach(() => {
  clearToasts();
  mutate.mockReset();
});
afterEach(cleanup);

describe('stopping, restarting and deleting shares', () => {
  it.each([
    ['stop', '[5.7]', 'Failed to Stop Share', 'You must be signed in to stop a share'],
    ['restart', '[5.8]', 'Failed to Restart Share', 'You must be signed in to restart a share'],
  ] as const)('%s needs a signed-in user %s', async (verb, _number, title, message) => {
    setSession({ status: 'visitor' });
    await actions()[verb]('abc');
    expect(told()).toEqual([[title, message]]);
    expect(mutate).not.toHaveBeenCalled();
  });

  it.each([
    ['stop', 'Failed to Stop Share'],
    ['restart', 'Failed to Restart Share'],
  ] as const)('%s without a valid token asks to sign in again [5.6, 8.19]', async (verb, title) => {
    signIn(Promise.reject(new Error('expired')));
    await actions()[verb]('abc');
    expect(told()).toEqual([[title, 'Authentication error. Please sign in again.']]);
    expect(mutate).not.toHaveBeenCalled();
  });

  it.each([
    ['stop', 'Failed to Stop Share'],
    ['restart', 'Failed to Restart Share'],
    ['remove', 'Failed to Delete Share'],
  ] as const)(
    '%s shows An error occurred for a failure without a message [8.18]',
    async (verb, title) => {
      signIn(Promise.resolve('token'));
      mutate.mockRejectedValue(new Error(''));
      await actions()[verb]('abc');
      expect(told()).toEqual([[title, 'An error occurred']]);
    },
  );
});

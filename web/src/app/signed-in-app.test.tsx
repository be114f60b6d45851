import { baseApi } from '../lib/http/base-api.js';
import { setSession } from '../lib/account/session.js';
import { transferStarted } from '../features/dashboard/sending/transfers-slice.js';
import { someUser } from '../../test/render-app.js';
import { signedInAppOf } from './signed-in-app.js';

const signIn = (uid: string) => {
  setSession({ status: 'user', user: { ...someUser(), uid } });
  return signedInAppOf(uid);
};

const asksBeforeLeaving = (): boolean => {
  const event = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(event);
  return event.defaultPrevented;
};

const serving = transferStarted({ shareId: 'abc', filename: 'report.pdf', totalBytes: 1 });

afterEach(() => setSession({ status: 'visitor' }));

describe('the signed-in app', () => {
  it('is the same during a session and new for the next user', () => {
    const first = signIn('a');
    expect(signIn('a')).toBe(first);
    expect(signIn('b')).not.toBe(first);
  });

  it('shows no warning after the session has ended', () => {
    const first = signIn('a');
    first.store.dispatch(serving);
    expect(asksBeforeLeaving()).toBe(true);
    const second = signIn('b');
    expect(asksBeforeLeaving()).toBe(false);

    // A late response to the first user's request, then one that would start a warning.
    second.store.dispatch(serving);
    first.store.dispatch(baseApi.util.resetApiState());
    expect(asksBeforeLeaving()).toBe(true);
    setSession({ status: 'visitor' });
    first.store.dispatch(serving);
    expect(asksBeforeLeaving()).toBe(false);
  });
});

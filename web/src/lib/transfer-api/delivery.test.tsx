import { jest } from '@jest/globals';
import { installFakeApi } from '../../../test/fake-api.js';
import { fakeIdentity } from '../../../test/fake-identity.js';
import { setIdentityLoader, setSession, type SessionState } from '../account/session.js';
import {
  deliveriesReported,
  deliveriesSettled,
  hasUnconfirmedDelivery,
  sendDeliveryReport,
} from './delivery-report.js';

describe('the report of a delivery', () => {
  const report = { deliveryId: 'd'.repeat(22), outcome: 'verified', bytes: 5 } as const;
  const warn = jest.spyOn(console, 'warn');
  beforeEach(() => {
    warn.mockReset();
    warn.mockImplementation(() => undefined);
  });
  afterAll(() => warn.mockRestore());

  it('is sent again while the server restarts', async () => {
    const statuses = [503, 200];
    const api = installFakeApi({
      'POST /api/shares/abc/delivery': () => ({ status: statuses.shift() ?? 500, body: {} }),
    });
    await sendDeliveryReport('abc', report, [0, 0]);
    expect(api.to('POST /api/shares/abc/delivery').map(({ body }) => body)).toEqual([
      report,
      report,
    ]);
    expect(warn).not.toHaveBeenCalled();
  });

  it('is sent when the network returns after the last attempt, and delays no sign-out until then', async () => {
    const statuses = [503, 503, 200];
    const api = installFakeApi({
      'POST /api/shares/abc/delivery': () => ({ status: statuses.shift() ?? 500, body: {} }),
    });
    const reporting = sendDeliveryReport('abc', report, [0]);
    await deliveriesReported();
    expect(api.to('POST /api/shares/abc/delivery')).toHaveLength(2);
    window.dispatchEvent(new Event('online'));
    await reporting;
    expect(api.to('POST /api/shares/abc/delivery')).toHaveLength(3);
    expect(warn).not.toHaveBeenCalled();
  });

  it('logs a refusal', async () => {
    installFakeApi({ 'POST /api/shares/abc/delivery': { status: 403, body: {} } });
    await sendDeliveryReport('abc', report, [0]);
    expect(warn).toHaveBeenCalledTimes(1);
  });

  describe('that is refused because the session has expired', () => {
    const user = { uid: 'u', email: null, displayName: null, photoURL: null };
    const signIn = () => setSession({ status: 'user', user });
    const refused = { status: 401, body: { reason: 'expired-session' } };
    const begin = async () => {
      setIdentityLoader(() => Promise.resolve(fakeIdentity()));
      signIn();
      const api = installFakeApi({ 'POST /api/shares/abc/delivery': refused });
      const reporting = sendDeliveryReport('abc', report, []);
      await deliveriesReported();
      setSession({ status: 'user', user, hasExpired: true });
      const sent = () => api.to('POST /api/shares/abc/delivery').length;
      expect(sent()).toBe(1);
      return { api, reporting, sent };
    };
    afterEach(() => setSession({ status: 'visitor' }));

    it('is sent again when the user has signed in again', async () => {
      const { api, reporting, sent } = await begin();
      expect(hasUnconfirmedDelivery()).toBe(true);
      const settled = deliveriesSettled();
      api.answer({ 'POST /api/shares/abc/delivery': { body: {} } });
      signIn();
      await Promise.all([reporting, settled]);
      expect(sent()).toBe(2);
      expect(hasUnconfirmedDelivery()).toBe(false);
      expect(warn).not.toHaveBeenCalled();
    });

    it.each<[string, SessionState]>([
      ['the page ends', { status: 'visitor', wasEnded: true }],
      ['another user signs in', { status: 'user', user: { ...user, uid: 'v' } }],
    ])('is given up when %s', async (_what, next) => {
      const { reporting, sent } = await begin();
      setSession(next);
      await reporting;
      expect(sent()).toBe(1);
      expect(warn).toHaveBeenCalledTimes(1);
    });

    it('can confirm the delivery for ten minutes', async () => {
      const { reporting } = await begin();
      const now = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 601_000);
      expect(hasUnconfirmedDelivery()).toBe(false);
      now.mockRestore();
      setSession({ status: 'visitor' });
      await reporting;
    });
  });
});

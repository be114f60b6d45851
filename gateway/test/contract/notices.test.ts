import { cookie, startGateway, type Gateway } from '../support/harness.js';
import { shareId } from '../support/samples.js';

let gateway: Gateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.stop());

const client = expect.objectContaining({ ipAddress: '127.0.0.1' }) as unknown;
const called = (name: string) => gateway.calls().filter((call) => call.name === name);

describe('notices through a push service', () => {
  const endpoint = 'https://fcm.googleapis.com/fcm/send/abc';
  const keys = { p256dh: 'B'.padEnd(87, 'x'), auth: 'a'.repeat(22) };

  it('are for recipients by grant and for owners by session', async () => {
    gateway.fake({ shares: { subscribeNotice: () => Promise.resolve({}) } });
    const path = `/api/shares/${shareId}/notices`;
    const byGrant = await gateway.call('POST', path, { json: { grant: 'g', endpoint, keys } });
    expect([byGrant.status, byGrant.json]).toEqual([201, { success: true }]);
    await gateway.call('POST', path, { json: { endpoint, keys }, headers: cookie('alice') });
    expect(called('shares.subscribeNotice')).toMatchObject([
      { request: { shareId, grant: 'g', endpoint, ...keys, client }, uid: undefined },
      { request: { shareId, grant: '', endpoint }, uid: 'alice' },
    ]);
  });

  it('are cancelled by the endpoint', async () => {
    gateway.fake({ shares: { cancelNotice: () => Promise.resolve({}) } });
    const path = `/api/shares/${shareId}/notices/cancel`;
    expect((await gateway.call('POST', path, { json: { endpoint } })).status).toBe(200);
    expect(called('shares.cancelNotice')[0]?.request).toEqual({ shareId, endpoint });
  });

  it.each([
    ['an address without TLS', { endpoint: 'http://fcm.googleapis.com/x', keys }],
    ['a key of another length', { endpoint, keys: { ...keys, p256dh: 'short' } }],
    ['no keys', { endpoint }],
  ])('are refused with %s', async (_name, json) => {
    gateway.fake({});
    const { status } = await gateway.call('POST', `/api/shares/${shareId}/notices`, { json });
    expect(status).toBe(400);
  });
});

import { jest } from '@jest/globals';
import { installFakeApi } from '../../../test/fake-api.js';
import { deliveriesReported, sendDeliveryReport } from './delivery-report.js';

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
});

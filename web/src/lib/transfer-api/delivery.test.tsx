import { jest } from '@jest/globals';
import { createHash } from 'node:crypto';
import { installFakeApi } from '../../../test/fake-api.js';
import { countersignFor } from './countersign.js';
import { sendDeliveryReport } from './delivery-report.js';

const deliveryId = 'd'.repeat(22);

describe('the report of a delivery', () => {
  const report = { deliveryId, outcome: 'verified', bytes: 5 } as const;
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

  it('logs a refusal', async () => {
    installFakeApi({ 'POST /api/shares/abc/delivery': { status: 403, body: {} } });
    await sendDeliveryReport('abc', report, [0]);
    expect(warn).toHaveBeenCalledTimes(1);
  });
});

describe('the countersignature of a receipt', () => {
  const signature = { seq: 7, signature: 's' };
  beforeAll(() => {
    // jsdom has no SubtleCrypto.
    const digest = (_name: string, bytes: Uint8Array): Promise<ArrayBuffer> =>
      Promise.resolve(new Uint8Array(createHash('sha256').update(bytes).digest()).buffer);
    Object.defineProperty(globalThis.crypto, 'subtle', { configurable: true, value: { digest } });
  });

  it('is requested for the digest of the statement', async () => {
    const api = installFakeApi({ 'POST /api/shares/abc/receipt': { body: signature } });
    expect(await countersignFor('abc', [])('abc', deliveryId)).toEqual(signature);
    expect(api.to('POST /api/shares/abc/receipt')[0]?.body).toEqual({
      deliveryId,
      // SHA-256 of "abc", FIPS 180-2.
      statementSha256: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    });
  });

  it('is requested again until the log has the delivery', async () => {
    const statuses = [404, 404, 200];
    installFakeApi({
      'POST /api/shares/abc/receipt': () => ({ status: statuses.shift() ?? 500, body: signature }),
    });
    expect(await countersignFor('abc', [0, 0])('x', deliveryId)).toEqual(signature);
  });

  it.each([
    ['the log never has the delivery', 404, 3],
    ['the server refuses', 403, 1],
  ])('is absent when %s', async (_name, status, requests) => {
    const api = installFakeApi({ 'POST /api/shares/abc/receipt': { status, body: {} } });
    expect(await countersignFor('abc', [0, 0])('x', deliveryId)).toBeNull();
    expect(api.to('POST /api/shares/abc/receipt')).toHaveLength(requests);
  });
});

import { jest } from '@jest/globals';
import { installFakeApi } from '../../../test/fake-api.js';
import type { TransferReport } from '../../transfer/api.js';
import { sendTransferReport } from './transfer-report.js';

describe('transfer analytics', () => {
  const report = { shareId: 'abc' } as TransferReport;
  const warn = jest.spyOn(console, 'warn');
  beforeEach(() => {
    warn.mockReset();
    warn.mockImplementation(() => undefined);
  });
  afterAll(() => warn.mockRestore());

  it('are sent once [7.13]', async () => {
    const api = installFakeApi({ 'POST /api/transfer-analytics': { body: { success: true } } });
    await sendTransferReport(report);
    expect(api.to('POST /api/transfer-analytics')[0]?.body).toEqual({ shareId: 'abc' });
    expect(warn).not.toHaveBeenCalled();
  });

  it('log a failure [7.14]', async () => {
    const api = installFakeApi();
    await sendTransferReport(report);
    api.disconnect();
    await sendTransferReport(report);
    expect(warn).toHaveBeenCalledTimes(2);
  });
});

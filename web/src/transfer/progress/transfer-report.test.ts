import { readConnectionStats, unknownConnection } from '../connection/stats.js';
import { describeDevice } from '../support/device.js';
import { statsReports } from '../test/support/stats-reports.js';
import { composeReport } from './transfer-report.js';

describe('the transfer report', () => {
  const iphone =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1';
  const mac = 'Mozilla/5.0 (Macintosh) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15';

  it.each([
    [iphone, 5, 390, 'iOS Safari', true],
    [mac, 0, 1_440, 'Safari', false],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Firefox/128.0', 0, 1_440, 'Other', false],
  ])(
    'of %s [3.88, 3.89, 3.90, 3.91, 3.92, 3.93, 3.94, 3.95, 3.96, 3.97, 3.98, 3.99, 3.100, 3.101, 3.102, 3.104]',
    (userAgent, touchPoints, widthPx, browserType, isMobile) => {
      const startedAt = new Date('2026-01-01T00:00:00Z');
      const report = composeReport({
        shareId: 'abc',
        connection: { ...unknownConnection, connectionType: 'turn', rttMs: 12, packetsLost: 3 },
        bytesTransferred: 5_000,
        startedAt,
        completedAt: new Date(startedAt.getTime() + 2_500),
        device: describeDevice(userAgent, touchPoints, widthPx),
      });
      expect(report).toEqual({
        shareId: 'abc',
        connectionType: 'turn',
        stunServersUsed: [],
        turnServersUsed: [],
        localCandidateType: 'unknown',
        remoteCandidateType: 'unknown',
        selectedCandidatePair: null,
        bytesTransferred: '5000',
        transferDuration: 2_500,
        averageSpeed: '2000',
        rttMs: 12,
        packetsLost: 3,
        userAgent,
        isMobile,
        browserType,
        transferStartedAt: '2026-01-01T00:00:00.000Z',
        transferCompletedAt: '2026-01-01T00:00:02.500Z',
      });
    },
  );

  it.each(statsReports)(
    'contains the connection statistics of %s [3.89, 3.90, 3.91, 3.92, 3.93, 3.97, 3.98, 3.103]',
    (_name, report, expected) => {
      const startedAt = new Date('2026-01-01T00:00:00Z');
      const composed = composeReport({
        shareId: 'abc',
        connection: readConnectionStats(report),
        bytesTransferred: 4_294_967_296,
        startedAt,
        completedAt: new Date(startedAt.getTime() + 8_000),
        device: describeDevice('test', 0, 1_440),
      });
      expect(composed).toMatchObject({
        ...expected,
        bytesTransferred: '4294967296',
        transferDuration: 8_000,
        averageSpeed: '536870912',
      });
    },
  );
});

import { readFileSync } from 'node:fs';
import { PassThrough } from 'node:stream';
import { jest } from '@jest/globals';
import { createLogger } from './log.js';
import { createRegistry } from './metrics.js';
import { createSecurityLog, describeSettings, securityEvents } from './security-events.js';

const capture = () => {
  const sink = new PassThrough();
  const registry = createRegistry('test');
  const log = createSecurityLog(createLogger('test', 'info', sink), registry);
  return { log, registry, text: () => String(sink.read() ?? '') };
};

describe('a security event', () => {
  it('is one line at info with a stable name', () => {
    const { log, text } = capture();
    log.record('authz_fail', { reason: 'not-an-admin', route: 'GET /api/admin/users' });
    expect(JSON.parse(text())).toMatchObject({
      level: 'info',
      event: 'authz_fail',
      reason: 'not-an-admin',
      route: 'GET /api/admin/users',
      msg: 'security event',
    });
  });

  it('of refusal has one line a minute for each reason and route, with the number of omitted ones', async () => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
    try {
      const { log, registry, text } = capture();
      const refusal = { reason: 'too-many-requests', route: 'POST unmatched' };
      const flood = () => {
        for (let sent = 0; sent < 1_000; sent += 1) {
          log.record('excess_rate_limit_exceeded', refusal);
        }
      };
      const omitted = () =>
        text()
          .split('\n')
          .filter(Boolean)
          .map((line) => (JSON.parse(line) as { omitted?: number }).omitted);
      flood();
      expect(omitted()).toEqual([undefined]);
      log.record('excess_rate_limit_exceeded', { ...refusal, route: 'GET /api/user' });
      log.record('authz_admin', { action: 'users-listed' });
      log.record('authz_admin', { action: 'users-listed' });
      expect(omitted()).toEqual([undefined, undefined, undefined]);
      jest.advanceTimersByTime(60_000);
      flood();
      expect(omitted()).toEqual([999]);
      const metrics = await registry.getSingleMetricAsString('security_events_total');
      expect(metrics).toMatch(/event="excess_rate_limit_exceeded".*} 2001$/m);
    } finally {
      jest.useRealTimers();
    }
  });

  it('is counted by name, from zero', async () => {
    const { log, registry } = capture();
    log.record('authz_fail');
    log.record('authz_fail');
    const metrics = await registry.getSingleMetricAsString('security_events_total');
    for (const event of securityEvents) {
      const count = event === 'authz_fail' ? 2 : 0;
      expect(metrics).toMatch(new RegExp(`event="${event}".*\\} ${count}$`, 'm'));
    }
  });
});

describe('the settings of a start', () => {
  it('have values only for numbers and switches that are not secret', () => {
    const settings = describeSettings({
      RATE_LIMIT_SCALE: 1,
      CAN_CANCEL_PROFOREVER: true,
      SUPPORT_EMAIL: 'ops@example.test',
      MONGO_URL: 'mongodb://user:canary@host/db',
      AUDIT_KEYS: { primary: 'canary' },
      GRAFANA_TOKEN: 12345,
      ABSENT: undefined,
      derived: 'value',
    });
    expect(settings).toEqual({
      RATE_LIMIT_SCALE: 1,
      CAN_CANCEL_PROFOREVER: true,
      SUPPORT_EMAIL: 'set',
      MONGO_URL: 'set',
      AUDIT_KEYS: 'set',
      GRAFANA_TOKEN: 'set',
    });
  });
});

describe('docs/security-events.md', () => {
  it('has a row for each event and no others', () => {
    const page = new URL('../../../../docs/security-events.md', import.meta.url);
    const rows = [...readFileSync(page, 'utf8').matchAll(/^\| `([a-z_]+)`/gm)].map(
      ([, name]) => name,
    );
    expect(rows.sort()).toEqual([...securityEvents].sort());
  });
});

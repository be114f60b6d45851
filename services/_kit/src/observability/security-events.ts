import { createLineLimit } from './line-limit.js';
import type { Logger } from './log.js';
import { counter, type Registry } from './metrics.js';

/**
 * Events that operators alert on; docs/security-events.md describes them. The names follow OWASP's logging vocabulary
 * where it has one: https://cheatsheetseries.owasp.org/cheatsheets/Logging_Vocabulary_Cheat_Sheet.html
 */
export const securityEvents = [
  'authn_login_success',
  'authn_login_fail',
  'authn_fail',
  'authz_fail',
  'authz_admin',
  'authz_change',
  'excess_rate_limit_exceeded',
  'sensitive_delete',
  'session_ended',
  'session_use_after_expire',
  'sys_startup',
] as const;
export type SecurityEvent = (typeof securityEvents)[number];

/** Refusals, which anyone can cause: one line a minute for each reason and route, so that they cannot fill the log. */
const limitedEvents: ReadonlySet<SecurityEvent> = new Set([
  'authn_login_fail',
  'authn_fail',
  'authz_fail',
  'excess_rate_limit_exceeded',
  'session_use_after_expire',
]);
const limitedEveryMs = 60_000;

/** Constants of the code only: no ids, addresses or names of persons, and nothing that a client sent. */
export interface SecurityFields {
  /** Machine-readable cause, a constant of the code. */
  reason?: string;
  /** Method and pattern of the route. */
  route?: string;
  /** What was done or deleted, a constant of the code. */
  action?: string;
  /** Values of settings by name; for `sys_startup` only. */
  settings?: Readonly<Record<string, string | number | boolean>>;
}

export interface SecurityLog {
  record(event: SecurityEvent, fields?: SecurityFields): void;
}

/**
 * Logs at `info` and counts in `security_events_total`. `omitted` is the number of refusals since the last line of the
 * same event, reason and route.
 */
export const createSecurityLog = (logger: Logger, registry: Registry): SecurityLog => {
  const total = counter(registry, 'security_events_total', 'Security events by name.', ['event']);
  // Start at zero: `rate()` and `increase()` miss the first event of a series that starts at 1.
  for (const event of securityEvents) total.inc({ event }, 0);
  const omittedBefore = createLineLimit(limitedEveryMs);
  return {
    record: (event, fields = {}) => {
      total.inc({ event });
      const kind = [event, fields.reason, fields.route].join(' ');
      const omitted = limitedEvents.has(event) ? omittedBefore(kind) : 0;
      if (omitted === undefined) return;
      logger.info({ event, ...fields, ...(omitted > 0 && { omitted }) }, 'security event');
    },
  };
};

/** Names whose values may be secret or name a person or a host. */
const withheld = /KEY|SECRET|PASSWORD|TOKEN|CREDENTIALS|EMAIL|URL|ADDR|HOST|DOMAIN|ORIGIN/;

/** Settings for the log: numbers and switches with their values, all others by name alone. */
export const describeSettings = (config: object): Record<string, string | number | boolean> =>
  Object.fromEntries(
    (Object.entries(config) as [string, unknown][])
      .filter(([name, value]) => /^[A-Z][A-Z0-9_]*$/.test(name) && value !== undefined)
      .map(([name, value]) => {
        const isPlain = typeof value === 'number' || typeof value === 'boolean';
        return [name, isPlain && !withheld.test(name) ? value : 'set'];
      }),
  );

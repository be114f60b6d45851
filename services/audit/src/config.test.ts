import { readConfig } from './config.js';

const environment = {
  MONGO_URL: 'mongodb://localhost',
  NATS_URL: 'nats://localhost:4222',
  ASSERTION_PUBLIC_KEYS: `i:${Buffer.alloc(32, 2).toString('base64url')}`,
  GRANT_PUBLIC_KEYS: `g:${Buffer.alloc(32, 3).toString('base64url')}`,
  AUDIT_KEYS: `a:${Buffer.alloc(32, 1).toString('base64url')}`,
};

describe('retention of audit entries', () => {
  it('is 12 months unless configured [9.58]', () => {
    expect(readConfig(environment).AUDIT_RETENTION_MONTHS).toBe(12);
    const longer = readConfig({ ...environment, AUDIT_RETENTION_MONTHS: '72' });
    expect(longer.AUDIT_RETENTION_MONTHS).toBe(72);
  });
});

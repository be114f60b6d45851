import { defaultPolicy } from '../browser/policy.js';
import { readQuoted } from '../policy-settings.js';

describe('what prerendered pages quote', () => {
  it('is what the services enforce with the same variables', () => {
    const quoted = readQuoted({
      FREE_MONTHLY_SHARES: 'unlimited',
      EXPIRY_DAYS_FREE: '1-30:7',
      EXPIRY_DAYS_PRO: '',
      MAX_FILE_BYTES_FREE: '107374182400',
      AUDIT_RETENTION_MONTHS: '72',
      WRONG_PASSWORD_LIMIT: '0',
      TESTIMONIALS: '[{"text":"It arrived.","who":"Mia"}]',
    });
    expect(quoted).toEqual({
      freeSharesPerMonth: null,
      expiryDays: { ...defaultPolicy.expiryDays, free: { min: 1, max: 30, default: 7 } },
      maxFileBytes: { free: 107_374_182_400, active: null, proforever: null },
      auditRetentionMonths: 72,
      wrongPasswordLimit: 0,
      testimonials: [{ text: 'It arrived.', who: 'Mia' }],
    });
  });

  it.each([
    ['EXPIRY_DAYS_FREE', '30'],
    ['FREE_MONTHLY_SHARES', 'many'],
    ['TESTIMONIALS', '[{"text":"no name"}]'],
  ])('is refused where %s is %s', (name, value) => {
    expect(() => readQuoted({ [name]: value })).toThrow(name);
  });
});

import { render, screen, within } from '@testing-library/react';
import { builtFacts } from '../../components/site/facts.js';
import { LegalView } from './legal-page.js';
import { privacyPolicy } from './privacy.js';
import { termsOfService } from './terms.js';

const facts = builtFacts(true);
const terms = termsOfService(facts);
const privacy = privacyPolicy(facts);
const textOf = (document: typeof terms): string => JSON.stringify(document.sections);

describe('terms and privacy', () => {
  it.each([
    ['Terms of Service', 14, '[2.73]', terms],
    ['Privacy Policy', 15, '[2.74]', privacy],
  ])(
    '%s has %d sections, its date and a table of contents that links to them %s',
    (title, count, _number, text) => {
      const { container } = render(<LegalView document={text} facts={facts} />);
      expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(title);
      expect(screen.getByText('Last updated: October 2, 2025')).toBeTruthy();
      const sections = screen.getAllByRole('region', { name: /^\d+\. / });
      expect(sections).toHaveLength(count);
      for (const section of sections)
        expect(section.querySelector('p, li')?.textContent).toBeTruthy();
      const contents = within(screen.getByRole('navigation', { name: 'Contents' }));
      const links = contents.getAllByRole('link');
      expect(links).toHaveLength(count);
      for (const link of links) {
        const target = container.querySelector(link.getAttribute('href') ?? 'none');
        expect(target?.textContent).toContain(link.textContent);
      }
    },
  );

  it.each([
    ['at least 13 years old', '[5.25, 9.56]'],
    ['within 14 days', '[9.53]'],
    ['deleted after 30 days', '[9.57]'],
    ['removed within 30 days', '[9.54]'],
    ['12 months', '[1.25, 9.58]'],
    ['within 72 hours', '[9.55]'],
    ['HIPAA', '[1.14]'],
    ['those of your account apply', ''],
    ['10 shares per calendar month', ''],
    ['$5 per week', ''],
    ['$110', ''],
  ])('the terms state “%s” %s', (phrase) => {
    expect(textOf(terms)).toContain(phrase);
  });

  // services/shares/test/notices.test.ts deletes them at these times.
  it('the policy names both kinds of notices, and when their addresses are deleted', () => {
    for (const title of ['What we process about senders', 'What we process about recipients']) {
      const section = privacy.sections.find((each) => each.title === title);
      expect(JSON.stringify(section)).toMatch(
        /address [^.]*at its push service[^.]* until [^.]*the share expires or is deleted/,
      );
    }
    expect(textOf(privacy)).not.toContain('until the share ends');
  });

  it('both quote the configured retention [1.25, 9.58]', () => {
    const longer = { ...facts, auditRetentionMonths: 72 };
    expect(textOf(termsOfService(longer))).toContain('6 years');
    expect(textOf(privacyPolicy(longer))).toContain('6 years');
  });
});

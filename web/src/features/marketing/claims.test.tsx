import { render } from '@testing-library/react';
import { builtFacts, type Facts } from '../../components/site/facts.js';
import type { MarketingKey } from '../../components/site/marketing-paths.js';
import { LandingView } from './landing/landing-page.js';
import { MarketingView } from './marketing-page.js';
import { marketingPages } from './marketing-pages.js';

const facts = builtFacts(true);

const show = (key: MarketingKey, shown: Facts = facts): HTMLElement => {
  const page = marketingPages(shown).find((candidate) => candidate.key === key);
  if (page === undefined) throw new Error(`no page ${key}`);
  return render(<MarketingView page={page} facts={shown} />).container;
};
const textOf = (key: MarketingKey): string => show(key).textContent;

describe('claims of the public pages', () => {
  it.each([
    ['Apple Mail20 MB', '[9.61]'],
    ['Gmail25 MB', '[9.59]'],
    ['Yahoo Mail25 MB', '[9.59]'],
    ['Outlook20–150 MB', '[9.60]'],
  ])('the page about Gmail quotes the limit %s %s', (claim) => {
    expect(textOf('gmail')).toContain(claim);
  });

  it.each([
    ['Plan with 5 GB per file', '[1.23, 9.10]'],
    ['Up to 10 GB per transfer', '[1.24, 9.12]'],
    ['Up to 100 GB per transfer', '[1.24, 9.12]'],
  ])('the landing page advertises %p %s', (claim) => {
    expect(render(<LandingView facts={facts} />).container.textContent).toContain(claim);
  });

  it.each([
    ['How large can a file be?', /5 GB per file in every current browser/, '[2.36]'],
    ['Which devices and browsers work?', /Chrome, Edge, Firefox and Safari on computers/, '[2.37]'],
    ['How is a transfer protected?', /encrypted, direct or relayed/, '[2.38]'],
    ['Do both of us have to be online?', /^Yes, at the same time/, '[2.39]'],
    ['Can I see who downloaded my file?', /Recipients enter a name and an email/, '[2.40]'],
    ['What happens when the connection drops?', /^Both browsers reconnect/, '[2.41]'],
  ])('the landing page answers: %s (%s) %s', (question, answer) => {
    const { container } = render(<LandingView facts={facts} />);
    const asked = [...container.querySelectorAll('#questions details')];
    const entry = asked.find((item) => item.querySelector('summary')?.textContent === question);
    expect(entry?.querySelector('p')?.textContent ?? '').toMatch(answer);
  });

  it('names HIPAA, the audit log and its retention [1.12]', () => {
    const text = textOf('hipaa');
    expect(text).toContain('HIPAA');
    expect(text).toMatch(/audit log/i);
    expect(text).toMatch(/12 months\s*of audit log retention/);
    expect(text).toContain('after 10 wrong passwords from several networks within an hour');
  });

  it('states that videos are sent unchanged [1.11, 1.27]', () => {
    expect(textOf('video')).toContain('Original in, original out');
  });

  it('states that both must be online, nothing is stored and transfers resume [1.5]', () => {
    const text = render(<LandingView facts={facts} />).container.textContent;
    expect(text).toContain('Yes, at the same time, until the file has arrived.');
    expect(text).toContain('The file is never stored on a server');
    expect(text).toContain('the transfer resumes after the last part that arrived');
  });

  it('quotes 10 shares, $5 a week, $110 once and about 22 weeks [1.16, 1.17, 2.42, 9.9]', () => {
    const text = render(<LandingView facts={facts} />).container.textContent;
    for (const claim of ['10 shares a month', '7 days', '1 to 30 days', '1 to 365 days']) {
      expect(text).toContain(claim);
    }
    expect(text).toContain('$5 a week, cancel at any time');
    expect(text).toContain('$110 once, about 22 weeks of Pro');
  });

  // transfer/sinks/picker: a file is received into private storage first where it fits twice.
  it.each(['tenGigabytes', 'video', 'large'] as const)(
    'the page %s says that Chrome writes only files directly for which its storage has no room',
    (key) => {
      const text = textOf(key);
      expect(text).toMatch(
        /(too large for|has room for [a-z ]+,[^.]*) ?the(re| browser’s storage)/,
      );
      expect(text).not.toMatch(/without a copy in the browser|write straight to that file/);
    },
  );

  it('names only what the audit log has, and not every access', () => {
    const hipaa = textOf('hipaa');
    expect(hipaa).toContain('It shows the file’s name and size.');
    expect(hipaa).toContain('downloads, completed or failed');
    expect(hipaa).toMatch(/accesses or refusals of one network[^.]* beyond a limit are left out/);
    const landing = render(<LandingView facts={facts} />).container.textContent;
    for (const text of [hipaa, landing, textOf('wetransferAlternative')])
      expect(text).not.toMatch(/every (creation|access)/i);
  });

  it.each(['tenGigabytes', 'video'] as const)(
    'the page %s, which has the sender wait for “verified”, names what a plain link shows',
    (key) => {
      expect(textOf(key)).toMatch(/with a plain link the page says “complete”/i);
    },
  );
});

describe('with an enforced limit', () => {
  const gibibyte = 1024 ** 3;
  const limited = (free: number, active: number): Facts => ({
    ...facts,
    maxFileBytes: { free: free * gibibyte, active: active * gibibyte, proforever: null },
  });

  it('below 10 GB, no page offers 10 GB', () => {
    const few = limited(2, 50);
    const pages = marketingPages(few);
    expect(pages.map(({ key }) => key)).toEqual(
      marketingPages(facts).flatMap(({ key }) => (key === 'tenGigabytes' ? [] : [key])),
    );
    const landing = render(<LandingView facts={few} />).container;
    expect(landing.querySelector('a[href="/send-10gb-file"]')).toBeNull();
    for (const text of [landing.textContent, ...pages.map(({ key }) => show(key, few).textContent)])
      // The table of transfer times has rows of any size.
      expect(text).not.toMatch(/(free|Up to|Free)[^.]{0,20} 10 GB|10 GB (for free|per transfer)/);
  });

  it.each(['gmail', 'video'] as const)('the bars of the page %s have its length', (key) => {
    const lengthOf = (shown: Facts): number => {
      const bars = [...show(key, shown).querySelectorAll('dd')];
      return Number.parseFloat(bars.at(-1)?.style.inlineSize ?? '');
    };
    expect(lengthOf(facts)).toBe(100);
    expect(lengthOf(limited(2, 50))).toBeCloseTo((Math.log10(2_000) / 4) * 100, 0);
    expect(lengthOf(limited(100, 100))).toBe(100);
    expect(show(key, limited(2, 50)).textContent).not.toContain('four metres');
  });

  it('the page about large files does not say that there is none', () => {
    const text = show('large', limited(2, 50)).textContent;
    expect(text).not.toMatch(/Not in the transfer|Disk space and time/);
    expect(text).toContain('Yes. We support 2 GB in every current browser');
    expect(textOf('large')).toContain('Not in the transfer.');
  });

  it('of 10 GB or more the page about 10 GB stays', () => {
    const keys = marketingPages(limited(10, 100)).map(({ key }) => key);
    expect(keys).toContain('tenGigabytes');
  });
});

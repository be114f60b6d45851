import { fireEvent, render, screen, within } from '@testing-library/react';
import { builtFacts, type Facts } from '../../components/site/facts.js';
import type { MarketingKey } from '../../components/site/marketing-paths.js';
import { describeTransferTime } from './blocks/times.js';
import type { Block } from './content-types.js';
import { landingContent } from './content/en/landing.js';
import { LandingView } from './landing/landing-page.js';
import { MarketingView } from './marketing-page.js';
import { marketingPages } from './marketing-pages.js';
import { landingMeta, pageMeta } from './page-metas.js';

const facts: Facts = builtFacts(true);
const pages = marketingPages(facts);
const keys = pages.map(({ key }) => key);
const renderPage = (key: MarketingKey) => {
  const page = pages.find((candidate) => candidate.key === key);
  if (page === undefined) throw new Error(`no page ${key}`);
  return render(<MarketingView page={page} facts={facts} />);
};
/** Not the table of transfer times, whose row headers are sizes. */
const isComparison = (table: HTMLElement): boolean =>
  !/^\d+ GB$/.test(within(table).getAllByRole('rowheader')[0]?.textContent ?? '');
const blocksOf = (kind: Block['kind']) =>
  pages.flatMap(({ blocks }) => blocks.filter((block) => block.kind === kind));

/** The form for people without an account. */
const signUp = '/login?tab=signup';

describe('the marketing pages', () => {
  it('exist at the addresses of the route table and at /trust [1.11]', () => {
    expect(pages.map(({ path }) => path).sort()).toEqual(
      [
        '/tandem-vs-wetransfer',
        '/wetransfer-alternative',
        '/dropbox-alternative',
        '/file-too-big-for-gmail',
        '/send-large-files',
        '/send-10gb-file',
        '/p2p-file-transfer',
        '/hipaa-compliant-file-sharing',
        '/send-video-files',
        '/trust',
      ].sort(),
    );
  });

  it('have unique titles, descriptions and headings that search results show in full [2.51]', () => {
    const metas = [landingMeta(facts), ...pages.map(pageMeta)];
    expect(new Set(metas.map(({ title }) => title)).size).toBe(11);
    expect(new Set(metas.map(({ description }) => description)).size).toBe(11);
    expect(new Set(pages.map(({ hero }) => hero.heading)).size).toBe(10);
    for (const { title, description } of metas) {
      expect(title.length).toBeLessThanOrEqual(70);
      expect(description.length).toBeGreaterThanOrEqual(80);
      expect(description.length).toBeLessThanOrEqual(200);
    }
  });

  it.each<[MarketingKey, string, string]>([
    ['large', 'Send Large Files Now', '[2.53]'],
    ['gmail', 'Send Files Now', '[2.54]'],
    ['tenGigabytes', 'Send 10 GB Free', '[2.55]'],
    ['p2p', 'Try P2P Transfer', '[2.56]'],
    ['hipaa', 'Start HIPAA Transfer', '[2.57]'],
    ['video', 'Send Videos Now', '[2.58]'],
    ['wetransferAlternative', 'Get Started Free', '[2.59]'],
    ['dropboxAlternative', 'Get Started Free', '[2.59]'],
    ['versus', 'Try Tandem Free', '[2.60]'],
  ])('the page %s calls to action: %s %s', (key, action) => {
    renderPage(key);
    const links = screen.getAllByRole('link', { name: action });
    expect(links.map(({ textContent }) => textContent)).toEqual([action, action]);
    const hero = screen.getByRole('heading', { level: 1 }).closest('header');
    expect(hero?.contains(links[0] ?? null)).toBe(true);
  });

  it.each(keys)('the page %s has a comparison table [2.48]', (key) => {
    renderPage(key);
    const [table] = screen.getAllByRole('table').filter(isComparison);
    if (table === undefined) throw new Error('no comparison table');
    expect(within(table).getAllByRole('columnheader').length).toBeGreaterThanOrEqual(2);
    const row = within(table).getAllByRole('row').at(-1) ?? table;
    expect(within(row).getByRole('rowheader').textContent).not.toBe('');
    for (const cell of within(row).getAllByRole('cell')) expect(cell.textContent).not.toBe('');
  });

  it.each(keys)('the page %s has questions and answers [2.49]', (key) => {
    const { container } = renderPage(key);
    const questions = [...container.querySelectorAll('details')];
    expect(questions.length).toBeGreaterThanOrEqual(3);
    for (const question of questions) {
      expect(question.querySelector('summary')?.textContent ?? '').toMatch(/\?$/);
      expect(question.querySelector('p')?.textContent ?? '').toMatch(/\.$/);
    }
  });

  it.each(keys)('the page %s has steps [2.50]', (key) => {
    const { container } = renderPage(key);
    const titles = [...container.querySelectorAll('ol > li > h3')];
    expect(titles.length).toBeGreaterThanOrEqual(3);
    for (const [index, title] of titles.entries()) {
      expect(title.textContent).not.toBe('');
      expect(title.previousElementSibling?.textContent).toBe(String(index + 1));
      expect(title.nextElementSibling?.textContent).toMatch(/\.$/);
    }
  });

  it('fill every cell of every table', () => {
    for (const block of blocksOf('comparison')) {
      if (block.kind !== 'comparison') continue;
      for (const row of block.rows) expect(row.cells).toHaveLength(block.columns.length);
    }
  });

  it('follow the product’s slug, name and policy [1.25]', () => {
    const other: Facts = {
      ...facts,
      brand: { name: 'Relay', slug: 'relay', supportEmail: 'help@relay.example' },
      auditRetentionMonths: 72,
      wrongPasswordLimit: 0,
    };
    const text = JSON.stringify([marketingPages(other), landingContent(other)]);
    expect(text).not.toContain('Tandem');
    expect(text).toContain('/relay-vs-wetransfer');
    expect(text).toContain('6 years');
    expect(text).not.toContain('wrong passwords within an hour');
  });

  it.each(pages.map((page) => [page.path, page] as const))(
    '%s links its logo to /, its buttons to /login and everything else to existing pages [2.47, 2.52]',
    (_, page) => {
      const { container } = render(<MarketingView page={page} facts={facts} />);
      expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(page.hero.heading);
      const header = within(screen.getAllByRole('banner')[0] ?? container);
      const logo = header.getByRole('link', { name: facts.brand.name });
      expect(logo.getAttribute('href')).toBe('/');
      expect(logo.querySelector('svg')).not.toBeNull();
      const actions = screen.getAllByRole('link', { name: page.hero.action });
      expect(actions.map((link) => link.getAttribute('href'))).toEqual([signUp, signUp]);
      const known = ['/', '/login', '/terms', '/privacy', ...pages.map(({ path }) => path)];
      for (const link of container.querySelectorAll('a')) {
        const address = link.getAttribute('href') ?? '';
        const [path = '', anchor] = address.replace(/\?.*/, '').split('#');
        if (path === '' && anchor !== undefined) {
          expect(container.querySelector(`#${anchor}`)).not.toBeNull();
        } else if (!address.startsWith('mailto:')) {
          expect([...known, '/landing']).toContain(path);
        }
      }
    },
  );

  it('links from the alternative page to the comparison [2.61]', () => {
    renderPage('wetransferAlternative');
    const main = within(screen.getByRole('main'));
    const link = main.getByRole('link', { name: 'Tandem vs WeTransfer' });
    expect(link.getAttribute('href')).toBe('/tandem-vs-wetransfer');
  });
});

type Place = 'header' | 'hero' | 'pricing';

describe('the landing page', () => {
  beforeEach(() => void render(<LandingView facts={facts} />));

  it.each<[Place, string, string]>([
    ['header', 'Go to Dashboard', '[2.30]'],
    ['hero', 'Get Started Free', '[2.31]'],
    ['pricing', 'Start Free', '[2.43]'],
    ['pricing', 'Start Pro Trial', '[2.44]'],
    ['pricing', 'Get ProForever', '[2.45]'],
  ])('links in its %s: %s, to /login %s', (place, name) => {
    const places: Record<Place, HTMLElement | null | undefined> = {
      header: screen.getAllByRole('banner')[0],
      hero: screen.getByRole('heading', { level: 1 }).closest('header'),
      pricing: document.querySelector<HTMLElement>('#pricing'),
    };
    const element = places[place];
    if (!element) throw new Error(`no ${place}`);
    const target = place === 'header' ? '/login?lang=en' : `${signUp}&lang=en`;
    expect(within(element).getByRole('link', { name }).getAttribute('href')).toBe(target);
  });

  it('does nothing on Learn More [2.32]', () => {
    const before = window.location.href;
    expect(screen.queryByRole('link', { name: 'Learn More' })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Learn More' }));
    expect(window.location.href).toBe(before);
  });

  it('explains how it works in four steps [2.33]', () => {
    const section = document.querySelector('#how-it-works');
    expect(section?.querySelector('h2')?.textContent).toBe('How it works');
    expect(section?.querySelectorAll('li')).toHaveLength(4);
  });

  it('gives three reasons, a card each [2.34]', () => {
    const section = screen.getByRole('heading', { name: 'Why send directly' }).closest('section');
    expect(within(section ?? document.body).getAllByRole('article')).toHaveLength(3);
  });

  it('answers six questions [1.30]', () => {
    expect(document.querySelectorAll('#questions details')).toHaveLength(6);
  });

  it('has three prices [2.42]', () => {
    const section = document.querySelector('#pricing');
    expect(section?.querySelector('h2')?.textContent).toBe('Pricing');
    const prices = [...(section?.querySelectorAll('strong') ?? [])];
    expect(prices.map(({ textContent }) => textContent)).toEqual(['$0', '$5', '$110']);
  });

  it('has no testimonials before the operator configures some', () => {
    expect(screen.queryByRole('region', { name: 'In the words of people like you' })).toBeNull();
    expect(document.body.textContent).not.toContain('{name}');
  });

  it('links to the nine pages in its footer [2.46]', () => {
    const footer = within(screen.getByRole('contentinfo'));
    const links = footer.getAllByRole('link').map((link) => link.getAttribute('href'));
    expect(links).toEqual(
      expect.arrayContaining([
        '/tandem-vs-wetransfer',
        '/wetransfer-alternative',
        '/dropbox-alternative',
        '/file-too-big-for-gmail',
        '/send-large-files',
        '/send-10gb-file',
        '/p2p-file-transfer',
        '/hipaa-compliant-file-sharing',
        '/send-video-files',
      ]),
    );
  });
});

describe('transfer times', () => {
  it.each([
    [1, 10, '13 min'],
    [10, 100, '13 min'],
    [10, 940, '85 s'],
    [10, 20, '1 h 7 min'],
    [9, 20, '1 h'],
    [50, 10, '11 h 7 min'],
  ])('%d GB at %d Mbit/s take %s', (gigabytes, megabits, text) => {
    expect(describeTransferTime(gigabytes, megabits)).toBe(text);
  });
});

describe('testimonials', () => {
  it('are shown as the operator configured them [1.29, 2.35]', () => {
    const testimonials = [
      { text: 'The cut was on their disk.', who: 'Grace Hopper, film editor' },
      { text: 'Now it takes a phone call.', who: 'Ada Lovelace, radiology practice' },
    ];
    render(<LandingView facts={{ ...facts, testimonials }} />);
    const voices = screen.getByRole('region', { name: 'In the words of people like you' });
    const figures = [...voices.querySelectorAll('figure')].map(({ textContent }) => textContent);
    expect(figures).toEqual(testimonials.map(({ text, who }) => text + who));
  });
});

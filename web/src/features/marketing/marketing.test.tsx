import { fireEvent, render, screen, within } from '@testing-library/react';
import { builtFacts, type Facts } from '../../components/site/facts.js';
import { marketingLinks } from '../../components/site/marketing-paths.js';
import { describeTransferTime } from './blocks/times.js';
import { landingContent } from './content/en/landing.js';
import { LandingView } from './landing/landing-page.js';
import { MarketingView } from './marketing-page.js';
import { marketingPages } from './marketing-pages.js';
import { landingMeta, pageMeta } from './page-metas.js';
import type { Block } from './content-types.js';

const facts: Facts = builtFacts();
const pages = marketingPages(facts);
const blocksOf = (kind: Block['kind']) =>
  pages.flatMap(({ blocks }) => blocks.filter((block) => block.kind === kind));

describe('the nine marketing pages', () => {
  it('exist at the addresses of the route table [1.11]', () => {
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
      ].sort(),
    );
  });

  it('have unique titles, descriptions and headings that search results show in full [2.51]', () => {
    const metas = [landingMeta(facts), ...pages.map(pageMeta)];
    expect(new Set(metas.map(({ title }) => title)).size).toBe(10);
    expect(new Set(metas.map(({ description }) => description)).size).toBe(10);
    expect(new Set(pages.map(({ hero }) => hero.heading)).size).toBe(9);
    for (const { title, description } of metas) {
      expect(title.length).toBeLessThanOrEqual(70);
      expect(description.length).toBeGreaterThanOrEqual(80);
      expect(description.length).toBeLessThanOrEqual(200);
    }
  });

  it('have every required call to action [2.53, 2.54, 2.55, 2.56, 2.57, 2.58, 2.59, 2.60]', () => {
    expect(new Set(pages.map(({ hero }) => hero.action))).toEqual(
      new Set([
        'Try Tandem Free',
        'Get Started Free',
        'Send Files Now',
        'Send Large Files Now',
        'Send 10 GB Free',
        'Try P2P Transfer',
        'Start HIPAA Transfer',
        'Send Videos Now',
      ]),
    );
  });

  it('have comparison tables, questions and steps [2.48, 2.49, 2.50]', () => {
    expect(blocksOf('comparison').length).toBeGreaterThanOrEqual(6);
    expect(blocksOf('faq')).toHaveLength(9);
    expect(blocksOf('steps').length).toBeGreaterThanOrEqual(6);
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
      expect(header.getByRole('link', { name: facts.brand.name }).getAttribute('href')).toBe('/');
      for (const link of screen.getAllByRole('link', { name: page.hero.action })) {
        expect(link.getAttribute('href')).toBe('/login');
      }
      const known = ['/', '/login', '/terms', '/privacy', ...pages.map(({ path }) => path)];
      for (const link of container.querySelectorAll('a')) {
        const address = link.getAttribute('href') ?? '';
        const [path = '', anchor] = address.split('#');
        if (path === '' && anchor !== undefined) {
          expect(container.querySelector(`#${anchor}`)).not.toBeNull();
        } else if (!address.startsWith('mailto:')) {
          expect([...known, '/landing']).toContain(path);
        }
      }
    },
  );

  it('links from the alternative page to the comparison [2.61]', () => {
    const page = pages.find(({ key }) => key === 'wetransferAlternative');
    expect(page?.blocks.find(({ kind }) => kind === 'link')).toMatchObject({
      href: '/tandem-vs-wetransfer',
    });
  });
});

describe('the landing page', () => {
  beforeEach(() => void render(<LandingView facts={facts} />));

  it.each([
    ['Go to Dashboard', '/login'],
    ['Get Started Free', '/login'],
    ['Start Free', '/login'],
    ['Start Pro Trial', '/login'],
    ['Get ProForever', '/login'],
  ])('%s leads to %s [2.30, 2.31, 2.43, 2.44, 2.45]', (name, href) => {
    for (const link of screen.getAllByRole('link', { name })) {
      expect(link.getAttribute('href')).toBe(href);
    }
  });

  it('does nothing on Learn More [2.32]', () => {
    const before = window.location.href;
    expect(screen.queryByRole('link', { name: 'Learn More' })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Learn More' }));
    expect(window.location.href).toBe(before);
  });

  it('has four steps, three cards, six questions and three prices [1.30, 2.33, 2.34, 2.42]', () => {
    expect(document.querySelectorAll('#how-it-works li')).toHaveLength(4);
    expect(screen.getAllByRole('article')).toHaveLength(3);
    expect(document.querySelectorAll('#questions details')).toHaveLength(6);
    for (const price of ['$0', '$5', '$110']) expect(screen.getByText(price)).toBeTruthy();
  });

  it('marks sample testimonials as samples, with placeholders for names [1.29, 2.35]', () => {
    const voices = screen.getByRole('region', { name: 'In the words of people like you' });
    expect(within(voices).getByText(/We wrote these/)).toBeTruthy();
    const names = [...voices.querySelectorAll('figcaption')].map(({ textContent }) => textContent);
    expect(names).toHaveLength(3);
    for (const name of names) expect(name).toMatch(/^\{name\}, /);
  });

  it('links to the nine pages in its footer [2.46]', () => {
    const footer = within(screen.getByRole('contentinfo'));
    for (const { label, path } of marketingLinks(facts.brand)) {
      expect(footer.getByRole('link', { name: label }).getAttribute('href')).toBe(path);
    }
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

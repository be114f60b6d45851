/**
 * @jest-environment node
 * @jest-environment-options {"customExportConditions": ["@tandem/source", "node"]}
 */

import { readFileSync } from 'node:fs';
import { wordsOfPrices } from '../../../test/words-of-prices.js';
import { languages } from '../../lib/language/language.js';
import { landingPath, paths } from '../../lib/paths.js';
import { addLinkPreview, descriptionOf } from './link-preview.js';
import { renderAppPages, renderStaticSite } from './static-site.js';

const options = {
  stylesheet: '/assets/site-x.css',
  origin: 'https://tandem.example',
  release: '0123456789abcdef',
};
const pages = renderStaticSite({ ...options, hasPayments: true });

describe('prerendered public pages', () => {
  it('are the landing page, the marketing pages, terms and privacy', () => {
    expect(pages).toHaveLength(13);
    expect(pages.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['/landing', '/tandem-vs-wetransfer', '/terms', '/privacy', '/trust']),
    );
  });

  it.each(pages.map(({ path, html }) => [path, html] as const))(
    '%s needs no script [2.51]',
    (path, html) => {
      expect(html.startsWith('<!doctype html>\n<html lang="en">')).toBe(true);
      expect(html).toContain(`<link rel="canonical" href="https://tandem.example${path}"/>`);
      expect(html).toMatch(/<meta name="description" content="[^"]{80,}"/);
      const [, title = ''] = /<title>(.+?)<\/title>/.exec(html) ?? [];
      const [, description = ''] = /<meta name="description" content="(.+?)"/.exec(html) ?? [];
      expect(title.length).toBeGreaterThan(5);
      for (const meta of [
        `property="og:title" content="${title}"`,
        `property="og:description" content="${description}"`,
        `property="og:url" content="https://tandem.example${path}"`,
        'property="og:image" content="https://tandem.example/og.png"',
        'name="twitter:card" content="summary_large_image"',
      ]) {
        expect(html).toContain(`<meta ${meta}/>`);
      }
      expect(html.match(/<h1/g)).toHaveLength(1);
      expect(html.match(/<title>/g)).toHaveLength(1);
      const scripts = [...html.matchAll(/<script([^>]*)>/g)].map(([, attributes]) => attributes);
      expect(scripts.every((attributes) => attributes === ' type="application/ld+json"')).toBe(
        true,
      );
      expect(html).toContain('Release 0123456789abcdef');
      expect(html).not.toMatch(/ on[a-z]+=|javascript:/);
    },
  );

  it('name the language in links to the sign-in where readers can choose it', () => {
    const signIns = (path: string): string[] => {
      const html = pages.find((page) => page.path === path)?.html ?? '';
      return [...html.matchAll(/href="(\/login[^"]*)"/g)].map(([, link = '']) => link);
    };
    expect(signIns('/landing').length).toBeGreaterThan(3);
    for (const link of signIns('/landing')) expect(link).toContain('lang=en');
    for (const path of ['/tandem-vs-wetransfer', '/terms']) {
      expect(signIns(path).length).toBeGreaterThan(1);
      expect(signIns(path).filter((link) => link.includes('lang='))).toEqual([]);
    }
  });

  it('contain valid structured data', () => {
    const landing = pages.find(({ path }) => path === '/landing')?.html ?? '';
    const data = [...landing.matchAll(/ld\+json">(.*?)<\/script>/g)].map(
      ([, json = '']) => (JSON.parse(json) as Record<string, unknown>)['@type'],
    );
    expect(data).toEqual(['WebApplication', 'FAQPage']);
  });
});

describe('the limits of a deployment', () => {
  const configured = {
    freeSharesPerMonth: null,
    expiryDays: {
      free: { min: 1, max: 30, default: 7 },
      active: { min: 1, max: 90, default: 7 },
      proforever: { min: 1, max: 365, default: 7 },
    },
    maxFileBytes: { free: 107_374_182_400, active: null, proforever: null },
    auditRetentionMonths: 72,
    wrongPasswordLimit: 25,
    testimonials: [{ text: 'It arrived.', who: 'Mia' }],
  };
  const built = (hasPayments: boolean) => {
    const site = renderStaticSite({ ...options, hasPayments, configured });
    return (path: string) => site.find((page) => page.path === path)?.html ?? '';
  };

  it('are what the prerendered terms and the privacy policy say [1.25, 9.58]', () => {
    const withPrices = built(true);
    expect(withPrices('/terms')).toContain(
      'up to 30 days on the Free plan, up to 90 days on Pro, up to 365 days on ProForever',
    );
    const given = built(false);
    expect(given('/terms')).toContain('Unlimited shares per calendar month');
    for (const page of [withPrices, given]) {
      expect(page('/terms')).toContain('kept for 6 years');
      expect(page('/terms')).toContain('fter 25 wrong passwords');
      expect(page('/privacy')).toContain('Audit log entries: 6 years');
      expect(page('/hipaa-compliant-file-sharing')).toContain('6 years');
      expect(page('/landing')).toContain('It arrived.');
      expect(page('/landing')).not.toContain('no built-in limit');
    }
  });
});

describe('pages of the app', () => {
  const shell = readFileSync(new URL('../../../index.html', import.meta.url), 'utf8');
  const previewed = addLinkPreview(shell, { name: 'Tandem', origin: '' });
  const appPages = renderAppPages(previewed, true);
  /** Paths that lead to one page. */
  const samePage = [
    ['/subscribe', '/upgrade'],
    ['/admin', '/admin/dashboard'],
  ];

  it.each(appPages.map(({ path, html }) => [path, html] as const))(
    '%s has a title and a description of its own',
    (path, html) => {
      const { title, description } = descriptionOf(html);
      expect(title).toMatch(/^[A-Z].+ – Tandem$/);
      expect(description.length).toBeGreaterThan(15);
      expect(html).toContain(`<meta property="og:title" content="${title}"`);
      expect(html).toContain(`<meta property="og:description" content="${description}"`);
      expect(title).not.toBe(descriptionOf(shell).title);
      const others = appPages.filter((other) => descriptionOf(other.html).title === title);
      const sharing = samePage.find((each) => each.includes(path)) ?? [path];
      expect(others.map((other) => other.path)).toEqual(sharing);
    },
  );

  it('have a file each, so that a server can answer unknown paths with 404', () => {
    const files = ['/', ...pages.map(({ path }) => path), ...appPages.map(({ path }) => path)];
    expect(files).toEqual(expect.arrayContaining(Object.values(paths)));
    expect(new Set(files).size).toBe(files.length);
  });
});

describe('the pages of a server without payments', () => {
  const shell = readFileSync(new URL('../../../index.html', import.meta.url), 'utf8');
  const previewed = addLinkPreview(shell, { name: 'Tandem', origin: '' });
  const given = renderStaticSite({ ...options, hasPayments: false });
  const appPages = renderAppPages(previewed, false);

  it('are the landing page, explanations, terms and privacy', () => {
    expect(given.map(({ path }) => path).sort()).toEqual(
      [
        '/hipaa-compliant-file-sharing',
        '/landing',
        '/p2p-file-transfer',
        '/privacy',
        '/terms',
        '/trust',
      ].sort(),
    );
  });

  it('do not include the upgrade', () => {
    const addresses = appPages.map(({ path }) => path);
    expect(addresses).not.toContain('/subscribe');
    expect(addresses).not.toContain('/upgrade');
    expect(addresses).toContain('/settings');
  });

  it.each([...given, ...appPages].map(({ path, html }) => [path, html] as const))(
    '%s has no word of prices',
    (_path, html) => {
      expect(wordsOfPrices(html)).toEqual([]);
    },
  );

  it.each(given.map(({ path, html }) => [path, html] as const))(
    '%s links to existing pages only',
    (_path, html) => {
      const translated = languages.map(landingPath);
      const known = new Set([
        '/',
        ...translated,
        ...[...given, ...appPages].map(({ path }) => path),
      ]);
      const links = [...html.matchAll(/<a [^>]*href="(\/[^"#?]*)/g)].map(([, path = '']) => path);
      expect(links.length).toBeGreaterThan(5);
      expect(links.filter((path) => !known.has(path))).toEqual([]);
    },
  );
});

describe('the checker of words of prices', () => {
  it('finds them on the pages of a server with payments', () => {
    const found = pages.filter(({ html }) => wordsOfPrices(html).length > 0);
    expect(found.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['/landing', '/terms', '/privacy']),
    );
  });
});

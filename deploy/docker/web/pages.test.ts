import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { at } from '../../../helm/test/lib/paths.js';
import { encodings, origins, page, startSite, textOf, whenNginx, type Site } from './site.js';

const withTitle = (title: string): unknown => expect.stringContaining(`<title>${title}</title>`);

whenNginx.each(origins)('the page for a path, with the headers of the %s', (origin) => {
  const hasPayments = origin !== 'chart without payments';
  let site: Site;
  beforeAll(async () => {
    site = await startSite(origin);
  });
  afterAll(() => site.stop());

  it.each(['*/*', 'application/json', ''])('does not depend on Accept: %s', async (accept) => {
    for (const path of ['/', '/share/AbC', '/landing', '/audit-logs']) {
      const { status, headers } = await site.get(path, { accept });
      expect([path, status]).toEqual([path, 200]);
      expect(headers['content-type']).toMatch(/^text\/html/);
    }
  });

  it.each(['/', '/?x=1', '/index.html', '/landing', '/landing/index.html', '/share/AbC'])(
    'is in no shared cache: %s',
    async (path) => {
      for (const encoding of encodings) {
        const { headers } = await site.get(path, { encoding });
        expect(headers['cache-control']).toBe('private, no-cache');
      }
    },
  );

  it.each([
    '/?payment_intent=pi_1',
    '/share/abc',
    '/audit-logs',
    '/audit-logs?x=1',
    '/share/abc?password=x',
  ])('is the app: %s', async (path) => {
    for (const encoding of encodings) {
      const answer = await site.get(path, { encoding });
      expect([answer.status, textOf(answer)]).toEqual([200, page]);
    }
  });

  it.each([
    ['', 'landing'],
    ['theme=x; my-session=1', 'landing'],
    ['theme=x; signed-in=1', 'app'],
    ['__Host-session=abc', 'app'],
    ['session=abc', 'app'],
  ])('is, at / for a browser with the cookie "%s", the page %s', async (cookie, title) => {
    for (const encoding of encodings) {
      const answer = await site.get('/', { encoding, cookie });
      expect([answer.status, textOf(answer)]).toEqual([200, withTitle(title)]);
      expect(answer.headers['vary']).toMatch(/cookie/i);
    }
  });

  it.each([
    ['de-AT,de;q=0.9,en;q=0.8', '', 'landing de'],
    ['nl,pt-PT;q=0.9,de;q=0.8', '', 'landing pt-br'],
    ['en-US,en;q=0.9,de;q=0.8', '', 'landing'],
    ['*', '', 'landing'],
    ['de', 'language=en', 'landing'],
    ['de', 'theme=x; language=pt-BR', 'landing pt-br'],
    ['de', 'language=../../outside', 'landing de'],
    ['de', 'signed-in=1', 'app'],
  ])(
    'is, at / for a browser of the languages %s with the cookie "%s", the page %s',
    async (languages, cookie, title) => {
      const answer = await site.get('/', { cookie, accept: '*/*', languages });
      expect([answer.status, textOf(answer)]).toEqual([200, withTitle(title)]);
      expect(answer.headers['vary']).toMatch(/accept-language/i);
    },
  );

  // At unknown paths visitors see the landing page, users a not-found screen.
  it.each([
    ['/no/such/page', '', 'landing'],
    ['/gone.html', 'theme=x', 'landing'],
    ['/share/abc/more', '', 'landing'],
    ['/no/such/page', 'signed-in=1', 'app'],
  ])(
    'is, at the unknown path %s with the cookie "%s", the page %s with status 404',
    async (path, cookie, title) => {
      for (const encoding of encodings) {
        const answer = await site.get(path, { encoding, cookie });
        const { headers, status } = answer;
        expect(headers['content-encoding']).toBe(encoding === 'gzip' ? 'gzip' : undefined);
        expect([status, textOf(answer)]).toEqual([404, withTitle(title)]);
        expect(headers['content-type']).toContain('text/html');
        expect(headers['cache-control']).toBe('private, no-cache');
        expect(headers['vary']).toMatch(/cookie/i);
        expect(headers['content-security-policy']).toContain("default-src 'self'");
      }
    },
  );

  it.each(['/subscribe', '/any-name-vs-wetransfer'])(
    'is the app at %s where plans are sold, and otherwise missing',
    async (path) => {
      for (const encoding of encodings)
        expect((await site.get(path, { encoding })).status).toBe(hasPayments ? 200 : 404);
    },
  );

  it.each(['/', '/landing', '/no/such/page', '/sitemap.xml'])(
    'names no prices at %s where plans are not sold',
    async (path) => {
      for (const encoding of encodings) {
        const text = textOf(await site.get(path, { encoding }));
        if (path === '/sitemap.xml') expect(text.includes('prices')).toBe(hasPayments);
        else expect(text.includes('no prices')).toBe(!hasPayments);
      }
    },
  );

  it('is the prerendered one if there is one', async () => {
    expect((await site.get('/landing')).body.toString()).toContain('landing');
  });
});

it('the landing page is selected in every language of the app', () => {
  const config = readFileSync(at('deploy/docker/web/nginx.conf'), 'utf8');
  const translated = readdirSync(at('web/src/languages'), { withFileTypes: true })
    .filter((entry) => existsSync(at(`web/src/languages/${entry.name}/app.ts`)))
    .map(({ name }) => name.split('-')[0]);
  const codes = ['en', ...translated].sort();
  const lists = [...config.matchAll(/\(\?!\\s\*\(\?:([a-z|]+)\)/g)];
  expect(lists.length).toBe(2);
  for (const [, list = ''] of lists) expect(list.split('|').sort()).toEqual(codes);
  const [, browser = ''] = /\?<known_language>([a-z|]+)\)/.exec(config) ?? [];
  const [, cookie = ''] = /\?<chosen_language>([a-z|]+)\)/.exec(config) ?? [];
  // English is the root, and Portuguese has a line of its own.
  const chosen = codes.filter((code) => code !== 'en' && code !== 'pt');
  expect([browser, cookie].map((list) => list.split('|').sort())).toEqual([chosen, chosen]);
});

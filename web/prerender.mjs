/**
 * Runs after `vite build`: writes dist/<route>/index.html for every public page, the app's shell for
 * each of its own pages with their titles, sitemap.xml, robots.txt and the manifest of the build. A path without a file
 * is unknown, so that any server can answer it with 404.
 *
 *   PUBLIC_URL     origin of the deployed pages, e.g. https://tandem.example. Without it canonical
 *                  links are relative and the sitemap names http://localhost:8080.
 *   ASSET_BASE     as for `vite build`: a CDN's address for the hashed files
 *   PRODUCT_NAME, PRODUCT_SLUG, SUPPORT_EMAIL
 *                  what the pages say, as for the services; VITE_ in front wins, as for the app
 *   FREE_MONTHLY_SHARES, EXPIRY_DAYS_*, MAX_FILE_BYTES_*, AUDIT_RETENTION_MONTHS, WRONG_PASSWORD_LIMIT, TESTIMONIALS
 *                  what the pages quote, as for the services
 *   IMPRINT_URL, STATUS_URL, SOURCE_URL, SECURITY_CONTACT
 *                  links of the operator in their footer, as for the gateway
 */

import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { build, defaultServerConditions, loadConfigFromFile } from 'vite';
import { releaseIn, writeManifest } from './release/manifest.mjs';

const root = fileURLToPath(new URL('.', import.meta.url));
const dist = join(root, 'dist');
const origin = (process.env['PUBLIC_URL'] ?? '').replace(/\/$/, '');
const assetBase = process.env['ASSET_BASE'] ?? '/';

/** The build reads variables with this prefix only, so that no secret can end up in a page. */
for (const name of [
  'PRODUCT_NAME',
  'PRODUCT_SLUG',
  'SUPPORT_EMAIL',
  'IMPRINT_URL',
  'STATUS_URL',
  'SOURCE_URL',
  'SECURITY_CONTACT',
]) {
  const value = process.env[name];
  if (value !== undefined) process.env[`VITE_${name}`] ??= value;
}

/** As the gateway does: a link that the pages would leave out must not pass unnoticed. */
for (const [name, form] of Object.entries({
  IMPRINT_URL: /^(https:\/\/|$)/,
  STATUS_URL: /^(https:\/\/|$)/,
  SOURCE_URL: /^(https:\/\/|$)/,
  SECURITY_CONTACT: /^(https:\/\/|mailto:|$)/,
})) {
  if (!form.test(process.env[`VITE_${name}`] ?? ''))
    throw new Error(
      `${name} must be an https URL${form.test('mailto:') ? ' or a mailto: address' : ''}`,
    );
}

/** Builds the pages into a folder inside dist: a module that renders them, and their one stylesheet. */
const compile = async (/** @type {string} */ folder) => {
  const loaded = await loadConfigFromFile(
    { command: 'build', mode: 'production' },
    join(root, 'vite.config.ts'),
  );
  if (loaded === null) throw new Error('vite.config.ts is missing');
  const { css, build: client } = loaded.config;
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    ...(css && { css }),
    // The client's conditions, in a build for Node.
    ssr: {
      resolve: { conditions: ['@tandem/source', ...defaultServerConditions] },
      // The texts of antd's controls are written for bundlers: Node does not resolve their imports.
      noExternal: ['antd', /^@rc-component\//],
    },
    build: {
      ssr: true,
      // The pages have no script that could load a second stylesheet.
      ssrEmitAssets: true,
      cssCodeSplit: false,
      cssMinify: true,
      ...(client?.target && { cssTarget: client.target }),
      outDir: folder,
      emptyOutDir: false,
      copyPublicDir: false,
      assetsDir: '',
      rollupOptions: {
        input: [
          join(root, 'src/app/static-site/static-site.tsx'),
          join(root, 'src/app/static-site/translated-site.ts'),
          join(root, 'release/quoted-settings.ts'),
        ],
        output: { assetFileNames: 'static-site.[ext]', entryFileNames: '[name].js' },
      },
    },
  });
};

const writeStylesheet = async (/** @type {string} */ css) => {
  const name = `site-${createHash('sha256').update(css).digest('base64url').slice(0, 8)}.css`;
  await mkdir(join(dist, 'assets'), { recursive: true });
  await writeFile(join(dist, 'assets', name), css);
  return `${assetBase}assets/${name}`;
};

/** @typedef {{ path: string, html: string, translations: Record<string, string> }} Page */

/** Each page names itself and the same page in all other languages. */
const sitemap = (/** @type {Page[]} */ pages) => {
  const base = origin === '' ? 'http://localhost:8080' : origin;
  const urls = pages
    .map(({ path, translations }) => {
      const links = Object.entries(translations).map(
        ([language, translated]) =>
          `<xhtml:link rel="alternate" hreflang="${language}" href="${base}${translated}"/>`,
      );
      return `  <url><loc>${base}${path}</loc>${links.join('')}</url>`;
    })
    .join('\n');
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${urls}
</urlset>
`;
};

/**
 * The app needs a session and does not belong in an index. Shares are not listed: their page says `noindex`, and
 * crawlers that obey this file must read it for a link preview.
 */
const robots = () => `User-agent: *
Disallow: /api/
Disallow: /admin/
Disallow: /audit-logs
Disallow: /settings
Disallow: /subscribe
Disallow: /help

Sitemap: ${origin === '' ? 'http://localhost:8080' : origin}/sitemap.xml
`;

const writePage = async (/** @type {string} */ path, /** @type {string} */ html) => {
  await mkdir(join(dist, path), { recursive: true });
  await writeFile(join(dist, path, 'index.html'), html);
};

/** One build serves both kinds of deployment: servers without payments (PAYMENTS_PROVIDER=none) deliver the second. */
const sites = [
  { home: '', hasPayments: true },
  { home: 'without-payments', hasPayments: false },
];

/** The pages of one language, for each of `variants`. */
const translate = (
  /** @type {string} */ module,
  /** @type {string} */ language,
  /** @type {object[]} */ variants,
) =>
  new Promise((resolve, reject) => {
    const thread = new Worker(new URL('release/translate-site.mjs', import.meta.url), {
      workerData: { module, language, variants },
    });
    thread.once('message', resolve);
    thread.once('error', reject);
  });

const main = async () => {
  await mkdir(dist, { recursive: true });
  // Inside the workspace, so that the compiled pages resolve react.
  const folder = await mkdtemp(join(dist, '.prerender-'));
  try {
    await compile(folder);
    const stylesheet = await writeStylesheet(
      await readFile(join(folder, 'static-site.css'), 'utf8'),
    );
    const { renderAppPages, renderStaticSite } = await import(
      pathToFileURL(join(folder, 'static-site.js')).href
    );
    const shell = await readFile(join(dist, 'index.html'), 'utf8');
    const { quotedVariables, readQuoted } = await import(
      pathToFileURL(join(folder, 'quoted-settings.js')).href
    );
    const configured = readQuoted(
      Object.fromEntries(
        quotedVariables.map((/** @type {string} */ name) => [name, process.env[name]]),
      ),
    );
    const options = { stylesheet, origin, release: releaseIn(shell), configured };
    const variants = sites.map(({ hasPayments }) => ({ ...options, hasPayments }));
    const translator = pathToFileURL(join(folder, 'translated-site.js')).href;
    const { languages } = await import(translator);
    /** @type {Page[][][]} */
    const translated = [];
    for (const language of languages)
      if (language !== 'en') translated.push(await translate(translator, language, variants));
    let count = 0;
    for (const [index, { home, hasPayments }] of sites.entries()) {
      const pages = [
        ...renderStaticSite({ ...options, hasPayments }),
        ...translated.flatMap((sitesOfLanguage) => sitesOfLanguage[index] ?? []),
      ];
      for (const { path, html } of [...pages, ...renderAppPages(shell, hasPayments)])
        await writePage(join(home, path), html);
      await writeFile(join(dist, home, 'sitemap.xml'), sitemap(pages));
      count += pages.length;
    }
    await writeFile(join(dist, 'robots.txt'), robots());
    process.stdout.write(`${count} public pages prerendered\n`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  const { release } = writeManifest(dist);
  process.stdout.write(`release ${release}\n`);
};

await main();

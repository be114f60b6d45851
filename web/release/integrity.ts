/**
 * Subresource integrity of a build: every script and stylesheet that a page loads has a hash in the page. The import
 * map covers modules that are imported, statically or dynamically.
 * https://html.spec.whatwg.org/multipage/webappapis.html#import-map-integrity
 */

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { hashFiles, releaseOf, sha256 } from './manifest.mjs';

const marker = 'link.crossOrigin = "";';

/** Stylesheets of imported chunks: Vite's loader creates their links, and import maps do not cover them. */
const withIntegrity = (code: string): string => {
  if (!code.includes(marker)) throw new Error('the loader of chunks has changed: no crossOrigin');
  return `${code.replace(marker, `${marker}\nlink.integrity = integrityOf(depString);`)}
const importMap = document.querySelector('script[type=importmap]');
const integrity = importMap === null ? {} : JSON.parse(importMap.textContent).integrity;
const integrityOf = (address) => integrity[address] ?? '';
`;
};

/** Adds the import map, the integrity attributes and the release id to the app's page. */
export const addIntegrity = (
  html: string,
  integrity: Readonly<Partial<Record<string, string>>>,
  release: string,
): string => {
  const map = JSON.stringify({ integrity });
  const head = `<meta name="release" content="${release}">\n    <script type="importmap">${map}</script>`;
  return html
    .replace(/<(script|link)\b[^>]* (?:src|href)="([^"]+)"/g, (tag, _name, address: string) => {
      const hash = integrity[address];
      return hash === undefined ? tag : `${tag} integrity="${hash}"`;
    })
    .replace('<title>', `${head}\n    <title>`);
};

/** @param base address of the folder that contains assets/, with a slash at its end */
export const subresourceIntegrity = (base: string): Plugin => {
  let isPatched = false;
  return {
    name: 'subresource-integrity',
    apply: 'build',
    transform(code, id) {
      if (!id.includes('vite/preload-helper')) return null;
      isPatched = true;
      return { code: withIntegrity(code), map: null };
    },
    // After all chunks have been written, and before the service worker lists them.
    writeBundle: {
      order: 'post',
      sequential: true,
      handler({ dir = '' }) {
        if (!isPatched) throw new Error('the loader of chunks was not found');
        const files = hashFiles(dir);
        const integrity = Object.fromEntries(
          Object.keys(files)
            .filter((path) => /^assets\/.*\.(js|css)$/.test(path))
            .map((path) => [
              `${base}${path}`,
              `sha256-${sha256(readFileSync(join(dir, path))).digest('base64')}`,
            ]),
        );
        const page = join(dir, 'index.html');
        writeFileSync(page, addIntegrity(readFileSync(page, 'utf8'), integrity, releaseOf(files)));
      },
    },
  };
};

/**
 * The manifest of a build, dist/release.json: the hash of every file that a server delivers. Two builds of the same
 * source with the same settings have the same manifest.
 */

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

/**
 * @typedef {object} Manifest
 * @property {string} release id of the scripts and styles; the pages show it
 * @property {string[]} inlineScripts hashes of the app's inline scripts, for the content security policy
 * @property {Record<string, string>} files SHA-256 in hexadecimal by path
 */

export const manifestName = 'release.json';

/** Servers do not deliver source maps and hidden files. */
const isDelivered = (/** @type {string} */ path) =>
  !path.endsWith('.map') && path !== manifestName && !/(^|\/)\./.test(path);

/** @param {string | Buffer} content */
export const sha256 = (content) => createHash('sha256').update(content);

/**
 * @param {string} folder
 * @returns {Record<string, string>} hashes by path, with `/` between folders, in the order of the paths
 */
export const hashFiles = (folder) => {
  const paths = readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter(isDelivered)
    .sort();
  return Object.fromEntries(
    paths.map((path) => [path, sha256(readFileSync(join(folder, path))).digest('hex')]),
  );
};

/**
 * The first half of a hash over all scripts and styles. Pages are not part of it, because they contain it.
 *
 * @param {Record<string, string>} files
 */
export const releaseOf = (files) => {
  const lines = Object.entries(files)
    .filter(([path]) => /^assets\/.*\.(js|css)$/.test(path))
    .map(([path, hash]) => `${hash} ${path}\n`);
  return sha256(lines.join('')).digest('hex').slice(0, 16);
};

/** Hashes of the inline scripts of a page; data blocks are not scripts. @param {string} html */
export const inlineScriptsOf = (html) =>
  [...html.matchAll(/<script(?: type="(?:importmap|module)")?>([^<]+)<\/script>/g)].map(
    ([, text = '']) => `sha256-${sha256(text).digest('base64')}`,
  );

/** The release id in the head of the app's page. @param {string} html */
export const releaseIn = (html) =>
  /<meta name="release" content="([0-9a-f]+)">/.exec(html)?.[1] ?? '';

/** Writes the manifest of a finished build. @param {string} folder */
export const writeManifest = (folder) => {
  const html = readFileSync(join(folder, 'index.html'), 'utf8');
  /** @type {Manifest} */
  const manifest = {
    release: releaseIn(html),
    inlineScripts: inlineScriptsOf(html),
    files: hashFiles(folder),
  };
  writeFileSync(join(folder, manifestName), `${JSON.stringify(manifest, null, 2)}\n`);
  return manifest;
};

import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * Lets the image's own policy load the hashed files from where they were built to be:
 *   node cdn-policy.mjs <headers.conf> <ASSET_BASE_URL>
 */

const loading = ['script-src', 'style-src', 'font-src', 'media-src', 'connect-src'];

/**
 * @param {string} headers text of headers.conf
 * @param {string} assetBase ASSET_BASE_URL of the build; a path means our own origin
 * @returns {string} the headers with the CDN named in every directive that loads
 * @throws {TypeError} when the base is no address
 */
export const withCdn = (headers, assetBase) => {
  if (assetBase.startsWith('/')) return headers;
  const { origin, protocol } = new URL(assetBase);
  if (!/^https?:$/.test(protocol)) throw new TypeError('ASSET_BASE_URL must be http or https');
  return loading.reduce(
    (text, directive) => text.replace(`${directive} 'self'`, `$& ${origin}`),
    headers,
  );
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [file = '', assetBase = '/'] = process.argv.slice(2);
  writeFileSync(file, withCdn(readFileSync(file, 'utf8'), assetBase));
}

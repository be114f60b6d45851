import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * Adds the origin of ASSET_BASE_URL to the Content-Security-Policy of the image:
 *   node cdn-policy.mjs <headers.conf> <ASSET_BASE_URL>
 */

const loading = ['script-src', 'style-src', 'font-src', 'media-src', 'connect-src'];

/**
 * @param {string} headers text of headers.conf
 * @param {string} assetBase ASSET_BASE_URL of the build; a path means the same origin
 * @returns {string} the headers with the CDN in every directive that loads assets
 * @throws {TypeError} when the base is not a URL
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

/**
 * Writes the variables of policies.nginx that depend on the build of the image:
 *   node build-variables.mjs <release.json> <file>
 * It reads ASSET_BASE_URL, API_ORIGIN, FIREBASE_AUTH_DOMAIN, FIREBASE_EMULATOR_ORIGIN and PAYMENTS_PROVIDER.
 */

import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Domains that Firebase gives to projects; a project with a domain of its own sets FIREBASE_AUTH_DOMAIN. */
const firebaseDomains = ['*.firebaseapp.com', '*.web.app'];

/**
 * @param {string} name of the setting, for the error
 * @param {string | undefined} address
 * @returns {string} its origin; empty without an address
 * @throws {TypeError} when it is not an http or https URL
 */
const originOf = (name, address) => {
  if (!address) return '';
  const { origin, protocol } = URL.canParse(address) ? new URL(address) : { protocol: '' };
  if (!origin || !/^https?:$/.test(protocol))
    throw new TypeError(`${name} must be an http or https URL`);
  return origin;
};

/**
 * @param {Record<string, string | undefined>} settings
 * @param {readonly string[]} inlineScripts
 */
const variables = (settings, inlineScripts) => {
  const base = settings['ASSET_BASE_URL'] ?? '/';
  const api = originOf('API_ORIGIN', settings['API_ORIGIN']);
  const domain = settings['FIREBASE_AUTH_DOMAIN'] ?? '';
  if (!/^[a-z0-9.-]*$/i.test(domain))
    throw new TypeError('FIREBASE_AUTH_DOMAIN must be a host name');
  // The emulator's domain, `localhost`, has no pages of its own.
  const domains = domain === '' ? firebaseDomains : domain.includes('.') ? [domain] : [];
  return {
    asset_origins: [base.startsWith('/') ? '' : originOf('ASSET_BASE_URL', base)],
    server_origins: [api, api.replace(/^http/, 'ws')],
    auth_frames: domains.map((host) => `https://${host}`),
    emulator_origins: [originOf('FIREBASE_EMULATOR_ORIGIN', settings['FIREBASE_EMULATOR_ORIGIN'])],
    inline_scripts: inlineScripts.map((hash) => `'${hash}'`),
  };
};

/**
 * @param {Record<string, string | undefined>} settings environment variables
 * @param {readonly string[]} inlineScripts hashes in the manifest of the build
 * @returns {string} configuration of nginx: lists of sources, each empty or with a leading space, the
 *   address of reports, and the folder of the pages
 * @throws {TypeError} when a setting is invalid
 */
export const buildVariables = (settings, inlineScripts) => {
  const api = originOf('API_ORIGIN', settings['API_ORIGIN']);
  const lists = Object.entries(variables(settings, inlineScripts)).map(([name, sources]) => [
    name,
    sources
      .filter((source) => source !== '')
      .map((source) => ` ${source}`)
      .join(''),
  ]);
  const pages = settings['PAYMENTS_PROVIDER'] === 'none' ? '/without-payments' : '';
  return [...lists, ['report_address', `${api}/api/policy-reports`], ['pages', pages]]
    .map(([name, value]) => `map $host $${name} { default "${value}"; }\n`)
    .join('');
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [manifest = '', file = ''] = process.argv.slice(2);
  const { inlineScripts } = JSON.parse(readFileSync(manifest, 'utf8'));
  writeFileSync(file, buildVariables(process.env, inlineScripts));
}

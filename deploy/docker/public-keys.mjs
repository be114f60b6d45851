// The public keys of a ring of Ed25519 seeds, for the services that verify but do not sign:
//
//   node deploy/docker/public-keys.mjs <<< "$GRANT_KEYS"

import { createPrivateKey, createPublicKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** DER around the 32 raw bytes of a private key (RFC 8410). */
const pkcs8Prefix = Buffer.from('302e020100300506032b657004220420', 'hex');

/**
 * @param {string} ring `kid:base64url(seed)[,kid2:…]`
 * @returns {string} `kid:base64url(public key)[,kid2:…]`
 */
export const publicKeysOf = (ring) =>
  ring
    .trim()
    .split(',')
    .map((entry) => {
      const [kid, seed = ''] = entry.trim().split(':');
      const bytes = Buffer.from(seed, 'base64url');
      if (!kid || bytes.length !== 32) throw new Error('must be kid:base64url(32 bytes)[,kid2:…]');
      const key = Buffer.concat([pkcs8Prefix, bytes]);
      const publicKey = createPublicKey(createPrivateKey({ key, format: 'der', type: 'pkcs8' }));
      const raw = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32);
      return `${kid}:${raw.toString('base64url')}`;
    })
    .join(',');

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    process.stdout.write(`${publicKeysOf(readFileSync(0, 'utf8'))}\n`);
  } catch (error) {
    process.stderr.write(
      `The key ring on standard input ${/** @type {Error} */ (error).message}\n`,
    );
    process.exitCode = 65;
  }
}

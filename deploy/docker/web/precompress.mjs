/**
 * Lays out a built web app for the static server:
 *   node precompress.mjs <dist> <out>
 *   out/html  the files, each compressible one with its .gz beside it
 *   out/br    the compressible ones again, Brotli-compressed under their own names
 */

import { cpSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, extname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const compressible = new Set([
  '.html',
  '.js',
  '.mjs',
  '.css',
  '.svg',
  '.json',
  '.webmanifest',
  '.txt',
  '.xml',
  '.wasm',
]);
/** Below this many bytes the headers cost more than compression saves. */
const minBytes = 256;

/** @param {string} file @param {Buffer} bytes */
const write = (file, bytes) => {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, bytes);
};

/**
 * @param {string} dist
 * @param {string} out
 * @returns number of files compressed
 */
export const precompress = (dist, out) => {
  const html = join(out, 'html');
  cpSync(dist, html, { recursive: true, filter: (path) => !path.endsWith('.map') });
  mkdirSync(join(out, 'br'), { recursive: true });
  let count = 0;
  for (const entry of readdirSync(html, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile() || !compressible.has(extname(entry.name))) continue;
    const file = join(entry.parentPath, entry.name);
    const bytes = readFileSync(file);
    if (bytes.length < minBytes) continue;
    write(`${file}.gz`, gzipSync(bytes, { level: constants.Z_BEST_COMPRESSION }));
    write(
      join(out, 'br', relative(html, file)),
      brotliCompressSync(bytes, {
        params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY },
      }),
    );
    count += 1;
  }
  return count;
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [dist, out] = process.argv.slice(2);
  if (!dist || !out) {
    process.stderr.write('usage: precompress.mjs <dist> <out>\n');
    process.exit(64);
  }
  process.stdout.write(`${precompress(dist, out)} files compressed\n`);
}

/**
 * Removes from an image everything its service does not need at run time:
 *   node deploy/docker/image/prune.mjs <root> <workspace folder>
 *
 * npm installs the production dependencies of all workspaces into a shared tree; this keeps the closure of
 * one workspace. It also removes native binaries for other platforms and verifies the digest of the
 * uWebSockets.js binary, which is not built from source here. The remaining packages are listed in
 * `sbom.cdx.json` (CycloneDX).
 */

import { createHash } from 'node:crypto';
import {
  existsSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runtimeClosure } from './closure.mjs';
import { sbomOf } from './sbom.mjs';

/**
 * Every package below a node_modules folder, without following links.
 * @param {string} modules
 * @returns {string[]}
 */
const packagesIn = (modules) => {
  if (!existsSync(modules)) return [];
  return readdirSync(modules, { withFileTypes: true }).flatMap((entry) => {
    const path = join(modules, entry.name);
    if (!entry.isDirectory() || entry.name === '.bin') return [];
    if (entry.name.startsWith('@')) return packagesIn(path);
    return [path, ...packagesIn(join(path, 'node_modules'))];
  });
};

const elfMachines = new Map([
  [0x3e, 'x64'],
  [0xb7, 'arm64'],
]);

/**
 * Whether a native addon is an ELF file for the given processor.
 * @param {Buffer} head first 20 bytes
 * @param {string} arch Node's `process.arch`
 */
export const isForPlatform = (head, arch) =>
  head.length >= 20 &&
  head.subarray(0, 4).equals(Buffer.from([0x7f, 0x45, 0x4c, 0x46])) &&
  elfMachines.get(head.readUInt16LE(18)) === arch;

/**
 * @param {string} folder
 * @returns {string[]}
 */
const addonsBelow = (folder) =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.node'))
    .map((entry) => join(entry.parentPath, entry.name));

/** Source maps, declarations and documentation: nearly half of the bytes, and unused at run time. */
const unread = /\.(map|md|markdown|d\.[cm]?ts)$/i;

/**
 * Removes unused files from an installed package, and folders that become empty. Licences must be
 * distributed with the image and are kept.
 * @param {string} folder
 * @returns {boolean} whether anything is left
 */
const dropUnread = (folder) => {
  let isLeft = false;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    const isGone = entry.isDirectory()
      ? !dropUnread(path)
      : entry.isFile() && unread.test(entry.name) && !/licen[cs]e|notice/i.test(entry.name);
    if (isGone) rmSync(path, { recursive: true });
    else isLeft = true;
  }
  return isLeft;
};

/** @param {string} file */
const isForThisNode = (file) => {
  if (!isForPlatform(readFileSync(file).subarray(0, 20), process.arch)) return false;
  // Addons built per Node ABI carry its number at the end of their name.
  const abi = /_(\d{3})\.node$/.exec(file)?.[1];
  return abi === undefined || abi === process.versions.modules;
};

/**
 * @param {string} file
 * @param {string} digests lines of `sha256  file name`
 */
export const assertKnownDigest = (file, digests) => {
  const name = file.slice(file.lastIndexOf(sep) + 1);
  const known = digests
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .find(([, known]) => known === name)?.[0];
  const actual = createHash('sha256').update(readFileSync(file)).digest('hex');
  if (known !== actual) throw new Error(`${name} is not the binary we know: ${actual}`);
};

/**
 * @param {string} root
 * @param {string} workspace
 */
export const prune = (root, workspace) => {
  const needed = runtimeClosure(root, workspace);
  const isNeeded = (/** @type {string} */ folder) =>
    [...needed].some((path) => path === folder || path.startsWith(folder + sep));
  // Links to workspaces that the service does not use would dangle.
  for (const scope of ['@tandem']) {
    const links = join(root, 'node_modules', scope);
    for (const name of existsSync(links) ? readdirSync(links) : []) {
      const link = join(links, name);
      if (!existsSync(link) || !needed.has(realpathSync(link))) rmSync(link);
    }
  }
  const homes = [root, ...[...needed].filter((path) => !path.includes(`${sep}node_modules${sep}`))];
  for (const folder of homes.flatMap((home) => packagesIn(join(home, 'node_modules')))) {
    if (!isNeeded(folder)) rmSync(folder, { recursive: true, force: true });
  }
  const digests = readFileSync(new URL('./uws.sha256', import.meta.url), 'utf8');
  for (const folder of needed) {
    for (const file of addonsBelow(folder)) {
      if (!isForThisNode(file)) rmSync(file);
      else if (file.includes('uws_')) assertKnownDigest(file, digests);
    }
  }
  for (const home of homes) {
    const modules = join(home, 'node_modules');
    if (existsSync(modules)) dropUnread(modules);
  }
  return needed;
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [root = '.', workspace = ''] = process.argv.slice(2);
  if (!statSync(join(root, workspace, 'package.json'), { throwIfNoEntry: false })) {
    process.stderr.write(`no workspace "${workspace}" in ${root}\n`);
    process.exit(64);
  }
  const home = realpathSync(resolve(root));
  const stay = prune(home, workspace);
  writeFileSync(join(home, 'sbom.cdx.json'), JSON.stringify(sbomOf(home, workspace, stay)));
  process.stdout.write(`${workspace}: ${stay.size} packages stay\n`);
}

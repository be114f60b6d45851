import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * `npm ci` refuses a lock file that lacks the optional packages of other platforms, and `npm install`
 * leaves them out where a registry does not offer them. This adds what is missing, so that one lock file
 * serves every machine and image:  npm run complete-lock
 *
 * The added entries carry no digest: nothing of theirs was downloaded here to compute one from.
 */

/**
 * @typedef {{ version?: string, optionalDependencies?: Record<string, string>, cpu?: string[],
 *   os?: string[], libc?: string[], optional?: boolean }} LockedPackage
 * @typedef {{ packages: Record<string, LockedPackage> }} LockFile
 */

const systems = ['darwin', 'linux', 'win32', 'freebsd', 'openbsd', 'android', 'openharmony'];
/** Names used in package names → Node's `process.arch`. */
const processors = new Map([
  ['arm64', 'arm64'],
  ['aarch64', 'arm64'],
  ['x64', 'x64'],
  ['ia32', 'ia32'],
  ['armv7', 'arm'],
  ['arm', 'arm'],
  ['ppc64', 'ppc64'],
  ['s390x', 's390x'],
  ['riscv64', 'riscv64'],
  ['loong64', 'loong64'],
  ['wasm32', 'wasm32'],
]);

/**
 * What a package's name says of the platform it is for.
 * @param {string} name
 * @returns {Pick<LockedPackage, 'cpu' | 'os' | 'libc'>}
 */
export const platformOf = (name) => {
  const words = name === 'fsevents' ? ['darwin'] : name.split(/[-/]/);
  const os = words.find((word) => systems.includes(word));
  const cpu = words.map((word) => processors.get(word)).find((found) => found !== undefined);
  const last = words.at(-1) ?? '';
  const libc = last.startsWith('musl') ? 'musl' : last.startsWith('gnu') ? 'glibc' : undefined;
  return {
    ...(cpu && { cpu: [cpu] }),
    ...(libc && os === 'linux' && { libc: [libc] }),
    ...(os && { os: [os] }),
  };
};

/**
 * Whether Node, looking from the package at `path` upwards, would find `name` in the lock file.
 * @param {LockFile} lock
 * @param {string} path
 * @param {string} name
 */
const isLocked = (lock, path, name) => {
  for (
    let from = path;
    ;
    from = from.slice(0, Math.max(0, from.lastIndexOf('node_modules/') - 1))
  ) {
    if (lock.packages[`${from === '' ? '' : `${from}/`}node_modules/${name}`]) return true;
    if (from === '') return false;
  }
};

/**
 * Optional packages that the lock file's packages ask for and that it does not hold.
 * @param {LockFile} lock
 */
export const missingOptional = (lock) =>
  Object.entries(lock.packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.entries(optionalDependencies)
      .filter(([name]) => !isLocked(lock, path, name))
      .map(([name, range]) => ({ path, name, version: range.replace(/^[~^]/, '') })),
  );

/**
 * @param {LockFile} lock
 * @returns {LockFile}
 */
export const completeLock = (lock) => {
  const added = missingOptional(lock).map(({ path, name, version }) => [
    path.replace(/node_modules\/(@[^/]+\/)?[^/]+$/, `node_modules/${name}`),
    { version, optional: true, ...platformOf(name) },
  ]);
  const all = [...Object.entries(lock.packages), ...added];
  // npm's own order, so that its next write does not shuffle the file.
  all.sort(([a], [b]) => String(a).localeCompare(String(b), 'en'));
  return { ...lock, packages: Object.fromEntries(all) };
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const file = fileURLToPath(new URL('../../package-lock.json', import.meta.url));
  /** @type {LockFile} */
  const lock = JSON.parse(readFileSync(file, 'utf8'));
  const missing = missingOptional(lock);
  if (missing.length > 0) writeFileSync(file, `${JSON.stringify(completeLock(lock), null, 2)}\n`);
  process.stdout.write(`${missing.length} optional packages of other platforms added\n`);
}

import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/*
 * `npm run complete-lock`: adds the optional packages of other platforms to the lock file. `npm ci` refuses a lock file
 * without them, and `npm install` leaves them out when the registry does not offer them. Then it asks the registry for
 * missing digests; a package that the registry does not offer stays without one.
 */

export interface LockedPackage {
  version?: string;
  /** Subresource integrity of the archive. */
  integrity?: string;
  /** Address of the archive, or the folder of a workspace. */
  resolved?: string;
  link?: boolean;
  license?: string;
  optionalDependencies?: Record<string, string>;
  cpu?: string[];
  os?: string[];
  libc?: string[];
  optional?: boolean;
}

export interface LockFile {
  packages: Record<string, LockedPackage>;
}

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

/** Derives the platform of a package from its name. */
export const platformOf = (name: string): Pick<LockedPackage, 'cpu' | 'os' | 'libc'> => {
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

/** Whether the resolution of `name` from the package at `path` finds it in the lock file. */
const isLocked = (lock: LockFile, path: string, name: string): boolean => {
  for (
    let from = path;
    ;
    from = from.slice(0, Math.max(0, from.lastIndexOf('node_modules/') - 1))
  ) {
    if (lock.packages[`${from === '' ? '' : `${from}/`}node_modules/${name}`]) return true;
    if (from === '') return false;
  }
};

/** Optional packages that the lock file refers to and does not contain. */
export const missingOptional = (lock: LockFile) =>
  Object.entries(lock.packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.entries(optionalDependencies)
      .filter(([name]) => !isLocked(lock, path, name))
      .map(([name, range]) => ({ path, name, version: range.replace(/^[~^]/, '') })),
  );

export const completeLock = (lock: LockFile): LockFile => {
  const added = missingOptional(lock).map(({ path, name, version }): [string, LockedPackage] => [
    path.replace(/node_modules\/(@[^/]+\/)?[^/]+$/, `node_modules/${name}`),
    { version, optional: true, ...platformOf(name) },
  ]);
  const all = [...Object.entries(lock.packages), ...added];
  // npm's order, so that its next write changes nothing.
  all.sort(([a], [b]) => a.localeCompare(b, 'en'));
  return { ...lock, packages: Object.fromEntries(all) };
};

/** The entries of packages from the registry, by path. */
export const fromRegistry = (lock: LockFile): [path: string, entry: LockedPackage][] =>
  Object.entries(lock.packages).filter(
    ([path, { link }]) => path.includes('node_modules/') && link !== true,
  );

/** Whether this is an optional package of a platform that neither the images nor the developers' machines have. */
export const isForeign = ({ optional, os, cpu, libc }: LockedPackage): boolean =>
  optional === true &&
  ((os !== undefined && !os.includes('linux')) ||
    (cpu !== undefined && !cpu.includes('x64')) ||
    (libc !== undefined && !libc.includes('glibc')));

export const withoutDigest = (lock: LockFile): string[] =>
  fromRegistry(lock)
    .filter(([, { integrity }]) => integrity === undefined)
    .map(([path]) => path);

const nameAt = (path: string): string =>
  path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

/** The digest that the registry publishes; undefined if it does not offer the package. */
const digestOf = (name: string, version: string): string | undefined => {
  const { stdout } = spawnSync('npm', ['view', `${name}@${version}`, 'dist.integrity'], {
    encoding: 'utf8',
  });
  return /^sha512-\S+$/m.exec(stdout)?.[0];
};

const addDigests = (lock: LockFile): number => {
  const missing = withoutDigest(lock);
  for (const path of missing) {
    const { version = '', ...rest } = lock.packages[path] ?? {};
    const integrity = digestOf(nameAt(path), version);
    if (integrity) lock.packages[path] = { version, integrity, ...rest };
  }
  return missing.length - withoutDigest(lock).length;
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const file = fileURLToPath(new URL('../../package-lock.json', import.meta.url));
  const lock = JSON.parse(readFileSync(file, 'utf8')) as LockFile;
  const added = missingOptional(lock).length;
  const complete = completeLock(lock);
  const digests = addDigests(complete);
  if (added + digests > 0) writeFileSync(file, `${JSON.stringify(complete, null, 2)}\n`);
  process.stdout.write(`${added} optional packages of other platforms, ${digests} digests added\n`);
}

import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { exec } from '../exec.mjs';
import { describeError, LaunchFault } from '../fault.mjs';
import { debianServices, withoutServices } from './services.mjs';

/** @typedef {(text: string) => unknown} Print */

/** Folders of Debian's daemons, which are not on the PATH of an unprivileged user. */
const systemFolders = ['/usr/local/sbin', '/usr/sbin', '/sbin', '/usr/local/bin', '/usr/bin'];

/** @param {string} path */
const isExecutable = (path) => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

/**
 * The full path of a program.
 * @param {string} name
 * @returns {string | undefined}
 */
export const findProgram = (name, path = process.env['PATH'] ?? '') =>
  [...path.split(delimiter), ...systemFolders]
    .filter((folder) => folder !== '')
    .map((folder) => join(folder, name))
    .find(isExecutable);

/** PATH with the system folders appended. */
export const widePath = () => [process.env['PATH'] ?? '', ...systemFolders].join(delimiter);

/**
 * The prefix that runs a command as root without a password; undefined when there is none.
 * @returns {Promise<string[] | undefined>}
 */
const asRoot = async () => {
  if (process.getuid?.() === 0) return [];
  const sudo = findProgram('sudo');
  if (!sudo) return undefined;
  try {
    await exec('Checking sudo', sudo, ['-n', 'true']);
    return [sudo, '-n'];
  } catch {
    return undefined; // sudo requires a password
  }
};

/**
 * Installs Debian packages, whose services neither start nor are enabled; returns false when this user cannot.
 * @param {readonly string[]} packages
 * @param {Print} print
 * @param {AbortSignal} [signal]
 */
export const installPackages = async (
  packages,
  print,
  signal,
  host = { find: findProgram, asRoot, services: debianServices },
) => {
  const aptGet = host.find('apt-get');
  const root = aptGet && (await host.asRoot());
  if (!aptGet || !root) return false;
  print(`Installing ${packages.join(', ')} …`);
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  /** @param {string} what @param {string[]} words @param {AbortSignal} [abort] */
  const runAsRoot = async (what, words, abort) => {
    const [command = '', ...args] = [...root, ...words];
    await exec(what, command, args, { env, signal: abort });
  };
  await runAsRoot('apt-get update', [aptGet, 'update', '-qq'], signal);
  const install = [aptGet, 'install', '-y', '-qq', '--no-install-recommends', ...packages];
  await withoutServices(
    packages,
    () => runAsRoot('apt-get install', install, signal),
    (what, words) => runAsRoot(what, words),
    { systemctl: host.find('systemctl'), services: host.services },
  );
  return true;
};

/**
 * @typedef {object} Program
 * @property {string} name
 * @property {string} debianPackage
 * @property {string} alternatives other ways to get it, or to do without it
 */

/** @type {Program} */
export const natsServer = {
  name: 'nats-server',
  debianPackage: 'nats-server',
  alternatives:
    '  - download it from https://github.com/nats-io/nats-server/releases and put it on your PATH, or\n' +
    '  - use your own server: NATS_URL=nats://host:4222 npm start',
};

/**
 * Finds a program, or installs it; otherwise fails with instructions.
 * @param {Program} program
 * @param {Print} print
 * @param {AbortSignal} [signal]
 * @returns {Promise<string>}
 */
export const requireProgram = async (
  { name, debianPackage, alternatives },
  print,
  signal,
  system = { find: findProgram, install: installPackages },
) => {
  const present = system.find(name);
  if (present) return present;
  const isInstalled = await system.install([debianPackage], print, signal);
  const installed = isInstalled ? system.find(name) : undefined;
  if (installed) return installed;
  throw new LaunchFault(
    `${name} is missing and cannot be installed automatically. To get it:\n` +
      `  - on Debian and Ubuntu: sudo apt-get install ${debianPackage}\n${alternatives}`,
  );
};

/** Ubuntu has no package of it. */
export const firefox = 'firefox-esr';

/**
 * Programs that only the tests need: name and Debian package.
 * @type {readonly (readonly [name: string, debianPackage: string])[]}
 */
export const testPrograms = [
  ['nats-server', 'nats-server'],
  ['turnserver', 'coturn'],
  ['chromium', 'chromium'],
  [firefox, firefox],
];

/** Why the tests with Firefox are skipped, and what to do about it. */
export const withoutFirefox =
  `${firefox} is missing: its tests are skipped. On Debian: sudo apt-get install ${firefox}; ` +
  'on Ubuntu, whose Firefox is a snap, first: sudo add-apt-repository ppa:mozillateam/ppa';

/** A missing browser fails the tests of a workflow: what they skip would not be noticed. */
const isWorkflow = process.env['CI'] !== undefined;

/** Whether the tests with Firefox are skipped on this machine. */
export const lacksFirefox = () => findProgram(firefox) === undefined && !isWorkflow;

/** Chromium's engine without a browser's windows and profiles. Ubuntu has no package of it. */
export const headlessShell = 'chromium-headless-shell';

/**
 * Whether the lists of apt-get have a package.
 * @param {string} debianPackage
 * @param {AbortSignal} [signal]
 */
const isOffered = async (debianPackage, signal) => {
  const aptCache = findProgram('apt-cache');
  if (!aptCache) return false;
  try {
    await exec('apt-cache', aptCache, ['show', debianPackage], { signal });
    return true;
  } catch {
    return false;
  }
};

const debian = { find: findProgram, install: installPackages, isOffered };

/**
 * The tests also pass without it, with Chromium, but take half as long again.
 * @param {Print} print
 * @param {AbortSignal | undefined} signal
 * @param {typeof debian} system
 */
const preferHeadlessShell = async (print, signal, system) => {
  if (system.find(headlessShell) || !(await system.isOffered(headlessShell, signal))) return;
  try {
    await system.install([headlessShell], print, signal);
  } catch (error) {
    signal?.throwIfAborted();
    print(`Going on without ${headlessShell}: ${describeError(error)}`);
  }
};

/**
 * Installs what apt-get offers of these packages. It refuses all when it does not offer one of them.
 * @param {readonly string[]} packages
 * @param {Print} print
 * @param {AbortSignal | undefined} signal
 * @param {typeof debian} system
 */
const installOffered = async (packages, print, signal, system) => {
  try {
    await system.install(packages, print, signal);
  } catch (error) {
    signal?.throwIfAborted();
    if (packages.length === 1) print(describeError(error));
    else for (const each of packages) await installOffered([each], print, signal, system);
  }
};

/**
 * Installs the missing browsers and servers of the tests. Only Firefox may be absent, except in a workflow.
 * @param {Print} print
 * @param {AbortSignal} [signal]
 */
export const requireTestPrograms = async (
  print,
  signal,
  system = debian,
  needsFirefox = isWorkflow,
) => {
  const findMissing = () =>
    testPrograms.filter(([name]) => !system.find(name)).map(([, debianPackage]) => debianPackage);
  const packages = findMissing();
  if (packages.length > 0) await installOffered(packages, print, signal, system);
  const missing = findMissing();
  const required = missing.filter((name) => needsFirefox || name !== firefox);
  if (required.length > 0) {
    throw new LaunchFault(
      `The tests need programs that cannot be installed automatically: ${required.join(', ')}\n` +
        `  - on Debian: sudo apt-get install ${required.join(' ')}\n` +
        '  - on Ubuntu, whose Chromium is a snap: the others in the same way, and any Chromium ' +
        'named `chromium` on the PATH',
    );
  }
  if (missing.includes(firefox)) print(withoutFirefox);
  await preferHeadlessShell(print, signal, system);
};

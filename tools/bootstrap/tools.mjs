import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { LaunchFault } from './fault.mjs';
import { exec } from './exec.mjs';

/** Where Debian puts daemons; not on an ordinary user's PATH. */
const SYSTEM_FOLDERS = ['/usr/local/sbin', '/usr/sbin', '/sbin', '/usr/local/bin', '/usr/bin'];

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
 * @param {string} name
 * @param {string} [path]
 * @returns {string | undefined} full path of a program
 */
export const findProgram = (name, path = process.env['PATH'] ?? '') =>
  [...path.split(delimiter), ...SYSTEM_FOLDERS]
    .filter((folder) => folder !== '')
    .map((folder) => join(folder, name))
    .find(isExecutable);

/** PATH with the folders in which Debian's packages put their programs. */
export const widePath = () => [process.env['PATH'] ?? '', ...SYSTEM_FOLDERS].join(delimiter);

/** How to run a command as root without asking anybody, or nothing. @returns {Promise<string[] | undefined>} */
const asRoot = async () => {
  if (process.getuid?.() === 0) return [];
  const sudo = findProgram('sudo');
  if (!sudo) return undefined;
  try {
    await exec('Asking for root', sudo, ['-n', 'true']);
    return [sudo, '-n'];
  } catch {
    return undefined; // a password would be needed
  }
};

/**
 * Installs Debian packages when this user may.
 * @param {string[]} packages
 * @param {(text: string) => void} say
 * @param {AbortSignal} [signal]
 * @returns {Promise<boolean>} whether it could
 */
export const installPackages = async (packages, say, signal) => {
  const aptGet = findProgram('apt-get');
  const root = aptGet && (await asRoot());
  if (!aptGet || !root) return false;
  say(`Installing ${packages.join(', ')} …`);
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  /** @param {string[]} args */
  const apt = async (args) => {
    const [command = aptGet, ...rest] = [...root, aptGet, ...args];
    await exec(`apt-get ${args[0]}`, command, rest, { env, signal });
  };
  await apt(['update', '-qq']);
  await apt(['install', '-y', '-qq', '--no-install-recommends', ...packages]);
  return true;
};

/**
 * A program the launcher cannot do without.
 * @typedef {object} Tool
 * @property {string} program
 * @property {string} debianPackage
 * @property {string} instead how to get it by other means, or how to do without
 */

/** @type {Tool} */
export const natsServer = {
  program: 'nats-server',
  debianPackage: 'nats-server',
  instead:
    '  - download it from https://github.com/nats-io/nats-server/releases and put it on your PATH, or\n' +
    '  - use a server you have: NATS_URL=nats://host:4222 npm start',
};

/**
 * Finds a program, installs it when allowed, or explains in one message how to get it.
 * @param {Tool} tool
 * @param {(text: string) => void} say
 * @param {AbortSignal} [signal]
 * @param {{find: typeof findProgram, install: typeof installPackages}} [system] replaced in tests
 */
export const requireTool = async (
  tool,
  say,
  signal,
  system = { find: findProgram, install: installPackages },
) => {
  const present = system.find(tool.program);
  if (present) return present;
  const couldInstall = await system.install([tool.debianPackage], say, signal);
  const installed = couldInstall ? system.find(tool.program) : undefined;
  if (installed) return installed;
  throw new LaunchFault(
    `${tool.program} is missing and cannot be installed from here. Ways to get it:\n` +
      `  - on Debian and Ubuntu: sudo apt-get install ${tool.debianPackage}\n${tool.instead}`,
  );
};

/** What only the tests need, by program and Debian package. */
export const TEST_TOOLS = /** @type {const} */ ([
  ['nats-server', 'nats-server'],
  ['turnserver', 'coturn'],
  ['chromium', 'chromium'],
  ['firefox-esr', 'firefox-esr'],
]);

/**
 * Makes sure of the browsers and servers that the tests drive; all at once, because each run of
 * apt-get takes its time.
 * @param {(text: string) => void} say
 * @param {AbortSignal} [signal]
 */
export const requireTestTools = async (say, signal) => {
  const missing = () => TEST_TOOLS.filter(([program]) => !findProgram(program));
  const packages = missing().map(([, debianPackage]) => debianPackage);
  if (packages.length === 0) return;
  await installPackages(packages, say, signal);
  const still = missing().map(([, debianPackage]) => debianPackage);
  if (still.length === 0) return;
  throw new LaunchFault(
    `The tests need programs that are missing and cannot be installed from here:\n` +
      `  sudo apt-get install ${still.join(' ')}`,
  );
};

import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { exec, root } from '../exec.mjs';
import { LaunchFault } from '../fault.mjs';
import { matchesLockFile } from './dependencies.mjs';

/** Its lock file has one release of Node for each platform. */
const nodeFolder = join(root, 'tools/bootstrap/node');

/**
 * Releases that every package in the lock file supports (`engines`) and has binaries for: major → lowest minor.
 * As `engines` of package.json, which npm only warns about.
 */
const nodeReleases = new Map([
  [20, 19],
  [22, 13],
]);

/** @param {string} version */
const isSupported = (version) => {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return minor >= (nodeReleases.get(major) ?? Infinity);
};

/** @param {string} version */
const describeNeed = (version) => {
  const supported = [...nodeReleases].map(([each, from]) => `${each} (from ${each}.${from})`);
  return `Node ${supported.join(' or ')} is needed; this is ${version}.`;
};

/** @param {AbortSignal} [signal] */
const npmCi = (signal) =>
  exec('Installing Node', 'npm', ['ci', '--no-audit', '--no-fund', '--ignore-scripts'], {
    cwd: nodeFolder,
    signal,
  });

/**
 * `process.execve` of Node 22.15 and later: replaces the program of this process, which keeps its streams and its parent.
 * @typedef {(file: string, args: string[], env: NodeJS.ProcessEnv) => void} Execve
 */
const { execve } = /** @type {{execve?: Execve}} */ (process);

/**
 * Ensures that a supported release of Node runs this command. From Node 24 on, for which uWebSockets.js has no binaries,
 * it installs one from npm and restarts the command with it.
 * @param {(text: string) => void} print
 * @param {AbortSignal} [signal]
 * @param {{version?: string, folder?: string, install?: (signal?: AbortSignal) => Promise<unknown>, become?: Execve | null}} [host]
 */
export const requireNode = async (
  print,
  signal,
  {
    version = process.versions.node,
    folder = nodeFolder,
    install = npmCi,
    become = execve ?? null,
  } = {},
) => {
  if (isSupported(version)) return;
  if (!become) throw new LaunchFault(describeNeed(version));
  const node = join(folder, 'node_modules/.bin/node');
  // npm skips optional packages that it cannot load, and records an installation without them.
  if (!existsSync(node) || !matchesLockFile(folder)) {
    print(`uWebSockets.js has no binaries for Node ${version}. Installing Node 22 for it …`);
    await install(signal);
  }
  if (!existsSync(node))
    throw new LaunchFault(
      `${describeNeed(version)} npm could not install one: is the registry reachable, and is there one for this platform?`,
    );
  const PATH = [join(folder, 'node_modules/.bin'), process.env['PATH']].join(delimiter);
  become(node, [node, ...process.argv.slice(1)], { ...process.env, PATH });
};

import { spawnSync } from 'node:child_process';
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { delimiter, join } from 'node:path';
import { at } from './paths.js';

/** Folders of Debian's daemons, which are not on the PATH of an unprivileged user. */
const systemFolders = ['/usr/local/sbin', '/usr/sbin', '/usr/local/bin', '/usr/bin'];

const isExecutable = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

const inFolders = (folders: readonly string[], program: string) =>
  folders.map((folder) => join(folder, program)).find(isExecutable);

const run = (command: string, args: readonly string[], cwd: string) =>
  spawnSync(command, args, { cwd, encoding: 'utf8', timeout: 120_000 }).status === 0;

/**
 * Unpacks a Debian package into a folder of the checkout. Installing a daemon would also start it.
 */
const unpackDebian = (name: string, home: string): boolean => {
  mkdirSync(at('.state/tools'), { recursive: true });
  const work = mkdtempSync(at('.state/tools/fetch-'));
  try {
    const couldFetch =
      run('apt-get', ['download', '-qq', name], work) ||
      (run('apt-get', ['update', '-qq'], work) && run('apt-get', ['download', '-qq', name], work));
    const archive = readdirSync(work).find((file) => file.endsWith('.deb'));
    if (!couldFetch || !archive) return false;
    if (!run('dpkg-deb', ['-x', archive, 'files'], work)) return false;
    try {
      renameSync(join(work, 'files'), home);
    } catch (error) {
      // Another test file has unpacked the same package in the meantime.
      if (!existsSync(home)) throw error;
    }
    return true;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
};

/** Debian's broker refuses a setting that exists since NATS 2.10, which the guide requires. */
export const acceptedByOldNats = (config: string): string =>
  config.replace(', sync_interval: always', '');

/**
 * Finds a program on PATH, unpacked by an earlier run, or in Debian's archive; otherwise prints the reason to
 * stderr and returns undefined.
 */
export const findTool = (program: string, debianPackage: string): string | undefined => {
  const onPath = inFolders(
    [...(process.env['PATH'] ?? '').split(delimiter).filter(Boolean), ...systemFolders],
    program,
  );
  if (onPath) return onPath;
  const home = at(`.state/tools/${debianPackage}`);
  const folders = ['usr/sbin', 'usr/bin'].map((folder) => join(home, folder));
  const unpacked = inFolders(folders, program);
  if (unpacked) return unpacked;
  if (unpackDebian(debianPackage, home)) return inFolders(folders, program);
  process.stderr.write(
    `${program} is missing and Debian's package ${debianPackage} cannot be downloaded: skipping its tests\n`,
  );
  return undefined;
};

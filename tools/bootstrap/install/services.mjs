import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/*
 * Debian starts the service of a package that it installs, and at each boot: a nats-server, and with coturn's default
 * configuration a relay that is open to everybody. The tools start processes of their own.
 */

export const debianServices = {
  policyFile: '/usr/sbin/policy-rc.d',
  unitFolder: '/lib/systemd/system',
  /** Exists while systemd runs. */
  runFolder: '/run/systemd/system',
};

const mark = '# Tandem wrote this file to install packages, and removes it afterwards.';

/**
 * A script that forbids to start these services (exit code 101) and permits all others.
 * https://people.debian.org/~hmh/invokerc.d-policyrc.d-specification.txt
 * @param {readonly string[]} packages
 */
const policyFor = (packages) =>
  `#!/bin/sh\n${mark}\ncase "$*" in ${packages.map((name) => `*${name}*`).join(' | ')}) exit 101 ;; esac\n`;

/** @param {string} file */
const isForeign = (file) => existsSync(file) && !readFileSync(file, 'utf8').includes(mark);

/**
 * Installs packages without starting or enabling their services. An existing policy-rc.d stays as it is; one that a
 * killed run has left is replaced.
 * @param {readonly string[]} packages
 * @param {() => Promise<unknown>} install
 * @param {(what: string, command: string[]) => Promise<unknown>} runAsRoot also after an interrupt
 * @param {{systemctl?: string | undefined, services?: typeof debianServices}} [host]
 */
export const withoutServices = async (
  packages,
  install,
  runAsRoot,
  { systemctl, services: { policyFile, unitFolder, runFolder } = debianServices } = {},
) => {
  const findUnits = () =>
    packages.map((name) => `${name}.service`).filter((unit) => existsSync(join(unitFolder, unit)));

  /** @param {readonly string[]} known */
  const disableOthers = async (known) => {
    const added = findUnits().filter((unit) => !known.includes(unit));
    if (!systemctl || added.length === 0) return;
    const now = existsSync(runFolder) ? ['--now'] : [];
    await runAsRoot(`Disabling ${added.join(', ')}`, [systemctl, 'disable', ...now, ...added]);
  };

  const known = findUnits();
  if (isForeign(policyFile)) {
    await install().finally(() => disableOthers(known));
    return;
  }
  const write = 'printf %s "$2" > "$1" && chmod 755 "$1"';
  const remove = () => runAsRoot('Removing policy-rc.d', ['rm', '-f', policyFile]);
  try {
    await runAsRoot('Writing policy-rc.d', [
      ...['/bin/sh', '-c', write, 'sh', policyFile, policyFor(packages)],
    ]);
    await install().finally(() => disableOthers(known));
  } finally {
    await remove();
  }
};

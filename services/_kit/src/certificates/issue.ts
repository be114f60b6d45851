/**
 * Issues certificates to services where no certificate manager does:
 *
 *     node dist/certificates/issue.js --home <directory> [--every-hours <n>] [--key-mode <octal>] <service>[=<host>,…] …
 *
 * Each service has a directory of its name below `home`; the authority's is `authority`, and only this program needs it.
 * A service that the edge connects to has the host names that the edge verifies.
 * With `--every-hours` the program stays and issues new certificates at that interval; services follow without a restart.
 */

import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { hourMs } from '../durations.js';
import { openAuthority } from './authority.js';
import { keepAuthority, writeCertificates } from './files.js';

const issueAll = async (
  home: string,
  services: readonly string[],
  keyMode?: number,
): Promise<void> => {
  const authority = await openAuthority(await keepAuthority(join(home, 'authority')));
  for (const entry of services) {
    const [service = '', hosts] = entry.split('=', 2);
    const issued = await authority.issue(service, { hosts: hosts?.split(',') ?? [] });
    writeCertificates(join(home, service), issued, keyMode);
  }
};

const usage =
  'usage: issue.js --home <directory> [--every-hours <1 to 360>] [--key-mode <octal>] <service>[=<host>,…] …\n';

/** Half of a certificate's life. A timer that is too long for Node fires at once. */
const maxEveryHours = 360;

const [, program = ''] = process.argv;
if (/\/issue\.[jt]s$/.test(program)) {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      home: { type: 'string' },
      'every-hours': { type: 'string' },
      'key-mode': { type: 'string', default: '600' },
    },
  });
  const { home, 'every-hours': everyHours } = values;
  const hours = everyHours === undefined ? null : Number(everyHours);
  const isInterval = hours === null || (hours >= 1 && hours <= maxEveryHours);
  if (home === undefined || positionals.length === 0 || !isInterval) {
    process.stderr.write(usage);
    process.exit(64);
  }
  for (;;) {
    await issueAll(home, positionals, Number.parseInt(values['key-mode'], 8));
    process.stdout.write(`issued certificates to ${positionals.join(', ')}\n`);
    if (hours === null) break;
    // The process holds no state: the default action of SIGTERM ends it.
    await pause(hours * hourMs);
  }
}

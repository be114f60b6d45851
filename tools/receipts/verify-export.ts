/**
 * `node tools/receipts/verify-export.ts export.csv [--earlier file] [--retention-months 12] [--log-key kid:key]`; exit
 * code 1 if anything is wrong. `--earlier`: an earlier export, or a signed head as the page saves it.
 * `--retention-months`: how long the operator promises to keep entries. `--log-key` may be repeated after a rotation.
 * `--allow-unproven-erasures`: for an export of an earlier version, which has no proofs of erasures.
 */

import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { runCommand } from './command.ts';
import { verifyExport } from './export.ts';

const usage =
  'verify-export.ts export.csv [--earlier export.csv|head.json] [--retention-months 12] [--log-key kid:key] [--allow-unproven-erasures]';

await runCommand('export', usage, async () => {
  const { values, positionals } = parseArgs({
    options: {
      'log-key': { type: 'string', multiple: true },
      earlier: { type: 'string' },
      'retention-months': { type: 'string' },
      'allow-unproven-erasures': { type: 'boolean', default: false },
    },
    allowPositionals: true,
  });
  const [path] = positionals;
  const months = values['retention-months'];
  if (path === undefined || positionals.length !== 1) return null;
  if (months !== undefined && !/^[1-9]\d{0,3}$/.test(months)) return null;
  return verifyExport(await readFile(path, 'utf8'), {
    earlier: values.earlier === undefined ? undefined : await readFile(values.earlier, 'utf8'),
    allowsUnprovenErasures: values['allow-unproven-erasures'],
    ...(months !== undefined && { retentionMonths: Number(months) }),
    ...(values['log-key'] && { logKeys: values['log-key'] }),
  });
});

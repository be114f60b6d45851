/**
 * `node tools/receipts/verify-export.ts export.csv [--earlier file] [--retention-months 12] [--log-key kid:key]`; exit
 * code 1 if anything is wrong. `--earlier`: an earlier export, or a signed head as the page saves it.
 * `--retention-months`: how long the operator promises to keep entries. `--log-key` may be repeated after a rotation.
 * `--allow-unproven-erasures`: for an export of an earlier version, which has no proofs of erasures.
 */

import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { verifyExport } from './export.ts';

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
const isRightCall = path !== undefined && positionals.length === 1;
if (!isRightCall || (months !== undefined && !/^[1-9]\d{0,3}$/.test(months))) {
  process.stderr.write(
    'usage: verify-export.ts export.csv [--earlier export.csv|head.json] [--retention-months 12] [--log-key kid:key] [--allow-unproven-erasures]\n',
  );
  process.exit(2);
}
const { isValid, findings, facts } = verifyExport(await readFile(path, 'utf8'), {
  earlier: values.earlier === undefined ? undefined : await readFile(values.earlier, 'utf8'),
  allowsUnprovenErasures: values['allow-unproven-erasures'],
  ...(months !== undefined && { retentionMonths: Number(months) }),
  ...(values['log-key'] && { logKeys: values['log-key'] }),
});
for (const fact of facts) process.stdout.write(`${fact}\n`);
for (const finding of findings)
  process.stdout.write(`${finding.isValid ? '✓' : '✗'} ${finding.text}\n`);
process.stdout.write(isValid ? 'The export is valid.\n' : 'The export is NOT valid.\n');
process.exitCode = isValid ? 0 : 1;

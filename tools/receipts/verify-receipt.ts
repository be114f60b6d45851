/**
 * `node tools/receipts/verify-receipt.ts receipt.json [the file] [--log-key kid:key]`; exit code 1 if anything is
 * wrong.
 */

import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { verifyReceipt } from './verify.ts';

const { values, positionals } = parseArgs({
  options: { 'log-key': { type: 'string' } },
  allowPositionals: true,
});
const [receiptPath, filePath] = positionals;
if (receiptPath === undefined || positionals.length > 2) {
  process.stderr.write('usage: verify-receipt.ts receipt.json [the file] [--log-key kid:key]\n');
  process.exit(2);
}
const { isValid, findings, facts } = await verifyReceipt(
  await readFile(receiptPath, 'utf8'),
  filePath,
  values['log-key'],
);
for (const fact of facts) process.stdout.write(`${fact}\n`);
for (const finding of findings)
  process.stdout.write(`${finding.isValid ? '✓' : '✗'} ${finding.text}\n`);
process.stdout.write(isValid ? 'The receipt is valid.\n' : 'The receipt is NOT valid.\n');
process.exitCode = isValid ? 0 : 1;

/**
 * `node tools/receipts/verify-receipt.ts receipt.json [the file] [--log-key kid:key]`; exit code 1 if anything is
 * wrong. `--log-key` may be repeated after a rotation.
 */

import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { runCommand } from './command.ts';
import { verifyReceipt } from './verify.ts';

const usage = 'verify-receipt.ts receipt.json [the file] [--log-key kid:key]';

await runCommand('receipt', usage, async () => {
  const { values, positionals } = parseArgs({
    options: { 'log-key': { type: 'string', multiple: true } },
    allowPositionals: true,
  });
  const [receiptPath, filePath] = positionals;
  if (receiptPath === undefined || positionals.length > 2) return null;
  return verifyReceipt(await readFile(receiptPath, 'utf8'), filePath, ...(values['log-key'] ?? []));
});

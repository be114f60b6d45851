import { demoAccounts } from './accounts.js';
import type { Console } from './run/console.js';
import type { Stack } from './stack.js';

const alignColumns = (rows: string[][], indent: string): string[] => {
  const widths = rows[0]?.map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  return rows
    .map(
      (row) => indent + row.map((cell, column) => cell.padEnd(widths?.[column] ?? 0)).join('   '),
    )
    .map((line) => line.trimEnd());
};

interface BannerOptions {
  seconds: number;
  logDir: string;
  paint: Console['paint'];
}

/** The summary printed once everything is ready. */
export const banner = (
  { url, rows, hasDemoAccounts }: Pick<Stack, 'url' | 'rows' | 'hasDemoAccounts'>,
  { seconds, logDir, paint }: BannerOptions,
): string => {
  const accounts = hasDemoAccounts
    ? demoAccounts.map(({ label, email, password }) => [label, email, password])
    : [['none', 'sign up with your own Firebase project', '']];
  return [
    '',
    `  ${paint('bold', 'Tandem is running')} at ${paint(['bold', 'underline'], url)} (ready in ${seconds.toFixed(1)} s)`,
    '',
    `  ${paint('bold', 'Demo accounts')} (plan, e-mail, password)`,
    ...alignColumns(accounts, '    '),
    '',
    `  ${paint('bold', 'External systems')} (system, in use, variables to use your own)`,
    ...alignColumns(
      rows.map(({ system, inUse, replace }) => [system, inUse, replace]),
      '    ',
    ),
    '',
    `  Logs: ${logDir}   (LOGS=all npm start prints every line, LOG_DIR=… keeps the files)`,
    '  Ctrl-C stops everything.',
    '',
  ].join('\n');
};

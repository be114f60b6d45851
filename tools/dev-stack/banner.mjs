import { demoAccounts } from './accounts.mjs';

/** @param {string[][]} rows @param {string} indent */
const alignColumns = (rows, indent) => {
  const widths = rows[0]?.map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  return rows
    .map(
      (row) => indent + row.map((cell, column) => cell.padEnd(widths?.[column] ?? 0)).join('   '),
    )
    .map((line) => line.trimEnd());
};

/**
 * What a person needs to know once everything runs.
 * @param {Pick<import('./stack.mjs').Stack, 'url' | 'rows' | 'hasDemoAccounts' | 'runDir'>} stack
 * @param {{seconds: number, logDir: string, paint: (style: any, text: string) => string}} options
 */
export const banner = ({ url, rows, hasDemoAccounts }, { seconds, logDir, paint }) => {
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
    `  ${paint('bold', 'Around it')} (what, which one, how to use your own)`,
    ...alignColumns(
      rows.map(({ what, is, replace }) => [what, is, replace]),
      '    ',
    ),
    '',
    `  Logs: ${logDir}   (LOGS=all npm start shows every line, LOG_DIR=… keeps them)`,
    '  Ctrl-C stops everything.',
    '',
  ].join('\n');
};

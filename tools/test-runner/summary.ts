import type { Outcome } from './step.js';

const duration = (ms: number): string => {
  const seconds = ms / 1_000;
  return seconds < 60
    ? `${seconds.toFixed(1)} s`
    : `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
};

const countsOf = ({ passed, failed, skipped, result }: Outcome): string => {
  const hasTests = passed + skipped > 0 || (result === 'failed' && failed > 1);
  if (!hasTests) return '';
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
};

/** Lists of failures stay short enough to be read at a glance. */
const mostFailures = 40;
const mostCharacters = 240;

/** Names the failures once more at the end, where a truncated log still has them. */
const listFailures = (outcomes: readonly Outcome[]): string => {
  const failures = outcomes.flatMap((outcome) => outcome.failures ?? []);
  const shown = failures.slice(0, mostFailures).map((line) => `  ${line.slice(0, mostCharacters)}`);
  const left = failures.length - shown.length;
  return [...shown, ...(left > 0 ? [`  and ${left} more`] : [])].join('\n');
};

export interface Summary {
  table: string;
  /** A line for each failed test; empty when all passed. */
  failures: string;
  /** Machine-readable: "<n> passed, <n> failed". */
  closing: string;
  hasFailed: boolean;
}

export const summarise = (outcomes: readonly Outcome[]): Summary => {
  const nameWidth = Math.max(...outcomes.map(({ name }) => name.length));
  const lines = outcomes.map((outcome) =>
    [
      `  ${outcome.result.padEnd(7)}`,
      outcome.name.padEnd(nameWidth),
      duration(outcome.ms).padStart(12),
      countsOf(outcome),
      outcome.note ?? '',
    ]
      .join('  ')
      .trimEnd(),
  );
  const sum = (field: 'passed' | 'failed') =>
    outcomes.reduce((total, outcome) => total + outcome[field], 0);
  return {
    table: lines.join('\n'),
    failures: listFailures(outcomes),
    closing: `${sum('passed')} passed, ${sum('failed')} failed`,
    hasFailed: sum('failed') > 0,
  };
};

import { hasHeld, missesOf, type Measure, type RoundReport } from '../round.js';
import { escapeHtml, renderChart } from './chart.js';

export interface Report {
  startedAt: string;
  seed: number;
  minutes: number;
  rounds: RoundReport[];
}

const styles = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-inline-size: 44rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; margin-block: 0.5rem; }
td, th { text-align: start; padding: 0.15rem 1rem 0.15rem 0; }
.held { color: light-dark(#17663a, #7ddba3); } .failed { color: light-dark(#a3161f, #ff9a9f); }
figure { margin: 1rem 0; } svg { inline-size: 100%; font-size: 11px; }
svg path { fill: none; stroke: currentColor; } svg text { fill: currentColor; }
svg circle { fill: light-dark(#2457c5, #8db1ff); fill-opacity: 0.6; }`;

const verdict = (report: RoundReport): string =>
  hasHeld(report) ? '<b class="held">held</b>' : '<b class="failed">failed</b>';

const measureRow = (measure: Measure, misses: readonly Measure[]): string => {
  const { name, value, unit, atMost } = measure;
  const goal = atMost === undefined ? '' : `at most ${atMost} ${unit}`;
  const mark = misses.includes(measure) ? ' class="failed"' : '';
  return `<tr><th scope="row">${escapeHtml(name)}</th><td${mark}>${value.toFixed(2)} ${escapeHtml(unit)}</td><td>${escapeHtml(goal)}</td></tr>`;
};

const section = (report: RoundReport): string => {
  const { id, title, seed, seconds, counts, measures, series = [], faults } = report;
  const misses = missesOf(report);
  const countRows = Object.entries(counts).map(
    ([name, count]) =>
      `<tr><th scope="row">${escapeHtml(name)}</th><td>${count}</td><td></td></tr>`,
  );
  const rows = [...countRows, ...measures.map((one) => measureRow(one, misses))].join('\n');
  const list = faults.map((fault) => `<li>${escapeHtml(fault)}</li>`).join('\n');
  return `<section id="${escapeHtml(id)}">
<h2>${escapeHtml(id)} ${escapeHtml(title)}: ${verdict(report)}</h2>
<p>${seconds} s, seed ${seed}</p>
<table>${rows}</table>
${list && `<ul class="failed">${list}</ul>`}
${series
  .filter(({ points }) => points.length > 0)
  .map(renderChart)
  .join('\n')}
</section>`;
};

/** One file without references to others. */
export const renderReport = (report: Report): string => {
  const held = report.rounds.filter(hasHeld).length;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Chaos: ${held} of ${report.rounds.length} rounds held</title><style>${styles}</style></head>
<body><h1>${held} of ${report.rounds.length} rounds held</h1>
<p>Started ${escapeHtml(report.startedAt)}, ${report.minutes} min. Repeat it with
<code>npm run chaos -- --minutes ${report.minutes} --seed ${report.seed}</code>.</p>
${report.rounds.map(section).join('\n')}
</body></html>
`;
};

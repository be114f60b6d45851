import type { Series } from '../round.js';

const width = 640;
const height = 160;
const margin = 36;
/** More points are drawn over each other. */
const maxPoints = 2_000;

/** The highest point of each of `maxPoints` spans. */
const thinOut = (points: Series['points']): Series['points'] => {
  const step = Math.ceil(points.length / maxPoints);
  if (step <= 1) return points;
  return Array.from({ length: Math.ceil(points.length / step) }, (_, index) =>
    points
      .slice(index * step, (index + 1) * step)
      .reduce((highest, point) => (point[1] > highest[1] ? point : highest)),
  );
};

export const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

const format = (value: number): string =>
  value >= 100 ? value.toFixed(0) : value.toFixed(value >= 1 ? 1 : 2);

/** A scatter chart over time, as SVG. */
export const renderChart = ({ name, unit, points }: Series): string => {
  const shown = thinOut(points);
  const longest = Math.max(1, ...shown.map(([seconds]) => seconds));
  const highest = Math.max(...shown.map(([, value]) => value), Number.MIN_VALUE);
  const x = (seconds: number) => margin + (seconds / longest) * (width - margin - 8);
  const y = (value: number) => height - 24 - (value / highest) * (height - 40);
  const dots = shown
    .map(
      ([seconds, value]) =>
        `<circle cx="${x(seconds).toFixed(1)}" cy="${y(value).toFixed(1)}" r="2"/>`,
    )
    .join('');
  const label = escapeHtml(`${name}, ${unit}; at most ${format(highest)}`);
  return `<figure><figcaption>${label}</figcaption>
<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${label}">
<path d="M${margin} 8V${height - 24}H${width - 8}"/>
<text x="${margin - 4}" y="16" text-anchor="end">${format(highest)}</text>
<text x="${margin - 4}" y="${height - 24}" text-anchor="end">0</text>
<text x="${width - 8}" y="${height - 6}" text-anchor="end">${format(longest)} s</text>
${dots}</svg></figure>`;
};

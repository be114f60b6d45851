/** A bar chart of shares of a line, as SVG with the colours of `docs/shape.svg`. */

export interface Cell {
  /** Round trip in ms / Mbit/s / loss in percent. */
  name: string;
  /** Share of the line by what was measured, 0–1; null where every row was refused. */
  shares: Readonly<Record<string, number | null>>;
}

const width = 720;
const barHeight = 20;
const rowHeight = barHeight + 4;
const groupGap = 20;
const left = 132;
const right = 60;
const top = 44;
const colours = ['#c3cbdb', '#7a879f', '#14805a', '#b3702f'] as const;

const percent = (share: number): string => `${(share * 100).toFixed(0)} %`;

const labelOf = (name: string): string => {
  const [rtt, mbit, loss] = name.split('/');
  const lossText = loss === '0' || loss === undefined ? '' : `, ${loss} % lost`;
  return `${rtt} ms, ${mbit} Mbit/s${lossText}`;
};

const bar = (y: number, colour: string, share: number | null): string => {
  const text = share === null ? 'refused' : percent(share);
  const length = (share ?? 0) * (width - left - right);
  return (
    `<rect x="${left}" y="${y}" width="${length.toFixed(1)}" height="${barHeight}" fill="${colour}"/>` +
    `<text x="${(left + length + 6).toFixed(1)}" y="${y + 15}">${text}</text>`
  );
};

const groupHeight = ({ shares }: Cell): number => Object.keys(shares).length * rowHeight + groupGap;

const group = (cell: Cell, index: number): string => {
  const { name, shares } = cell;
  const y = top + index * groupHeight(cell);
  const bars = Object.values(shares).map((share, row) =>
    bar(y + row * rowHeight, colours[row] ?? '#000', share),
  );
  return `<text x="${left - 8}" y="${y + (groupHeight(cell) - groupGap) / 2 + 3}" text-anchor="end">${labelOf(name)}</text>${bars.join('')}`;
};

/** Every cell must have the same keys of `shares` in the same order; four at most. */
export const renderShares = (cells: readonly Cell[]): string => {
  const ways = Object.keys(cells[0]?.shares ?? {});
  const legend = ways.map(
    (way, index) =>
      `<rect x="${left + index * 160}" y="12" width="12" height="12" fill="${colours[index] ?? '#000'}"/>` +
      `<text x="${left + index * 160 + 18}" y="23">${way}</text>`,
  );
  const described = cells.map(
    ({ name, shares }) =>
      `${labelOf(name)}: ${Object.entries(shares)
        .map(([way, share]) => `${way} ${share === null ? 'refused' : percent(share)}`)
        .join(', ')}`,
  );
  const height = top + cells.reduce((sum, cell) => sum + groupHeight(cell), 0);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="title" font-family="system-ui, sans-serif" font-size="13" fill="#1c2536">
<title id="title">Share of the line. ${described.join('. ')}.</title>
<rect width="${width}" height="${height}" fill="#fff"/>
${legend.join('')}
${cells.map(group).join('\n')}
<path d="M${left} ${top - 6}V${height - 14}" stroke="#7a879f"/>
</svg>
`;
};

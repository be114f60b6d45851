import { describe, expect, it } from '@jest/globals';
import { renderShares } from './chart.js';

const shares = { 'one channel': 0.32, 'four channels': null, product: 0.95 };

describe('the chart of shares of a line', () => {
  const chart = renderShares([
    { name: '50/20/0', shares },
    { name: '50/20/0.5', shares },
  ]);

  it('says in words what it shows', () => {
    expect(chart).toContain(
      '<title id="title">Share of the line. ' +
        '50 ms, 20 Mbit/s: one channel 32 %, four channels refused, product 95 %. ' +
        '50 ms, 20 Mbit/s, 0.5 % lost: one channel 32 %, four channels refused, product 95 %.</title>',
    );
  });

  it('draws bars as long as their shares', () => {
    const lengths = [...chart.matchAll(/height="20" fill="[^"]+"\/>/g)];
    expect(lengths).toHaveLength(6);
    const widths = [...chart.matchAll(/y="\d+" width="([\d.]+)" height="20"/g)].map(([, each]) =>
      Number(each),
    );
    expect(widths.slice(0, 3)).toEqual([expect.any(Number), 0, expect.any(Number)]);
    expect((widths[2] ?? 0) / (widths[0] ?? 1)).toBeCloseTo(0.95 / 0.32, 1);
  });
});

import { fireEvent, render, screen } from '@testing-library/react';
import { niceCeiling } from '../../../components/day-chart.js';
import { TransferDays } from './transfers-per-day.js';

describe('transfers over time', () => {
  it.each([
    [0, 4],
    [4, 4],
    [5, 6],
    [7, 8],
    [9, 10],
    [11, 20],
    [37, 40],
    [101, 150],
    [501, 600],
    [999, 1000],
  ])('an axis for %p ends at %p', (value, expected) => {
    expect(niceCeiling(value)).toBe(expected);
  });

  it('has whole numbers on its axis, whatever the count', () => {
    const halves = Array.from({ length: 3_000 }, (_, count) => niceCeiling(count) / 2);
    expect(halves.filter((half) => !Number.isInteger(half))).toEqual([]);
    render(<TransferDays days={[{ day: '2026-01-01', count: 5, totalBytes: 2048 }]} />);
    const [scale] = document.querySelectorAll('figure ol');
    expect([...(scale?.children ?? [])].map(({ textContent }) => textContent)).toEqual([
      '6',
      '3',
      '0',
    ]);
  });

  it('shows single days by keyboard', () => {
    const days = [
      { day: '2026-01-01', count: 3, totalBytes: 2048 },
      { day: '2026-01-02', count: 7, totalBytes: 1_048_576 },
    ];
    render(<TransferDays days={days} />);
    const chart = screen.getByRole('figure');
    fireEvent.keyDown(chart, { key: 'ArrowLeft' });
    expect(screen.getByText('2026-01-02: 7 transfers, 1.00 MB')).not.toBeNull();
    fireEvent.keyDown(chart, { key: 'ArrowLeft' });
    fireEvent.keyDown(chart, { key: 'ArrowLeft' });
    expect(screen.getByText('2026-01-01: 3 transfers, 2.00 KB')).not.toBeNull();
  });

  it('steps to earlier days by ArrowRight where the columns run from right to left', () => {
    document.dir = 'rtl';
    const days = [
      { day: '2026-01-01', count: 3, totalBytes: 2048 },
      { day: '2026-01-02', count: 7, totalBytes: 1_048_576 },
    ];
    render(<TransferDays days={days} />);
    const chart = screen.getByRole('figure');
    fireEvent.keyDown(chart, { key: 'ArrowRight' });
    fireEvent.keyDown(chart, { key: 'ArrowRight' });
    expect(screen.getByText('2026-01-01: 3 transfers, 2.00 KB')).not.toBeNull();
    fireEvent.keyDown(chart, { key: 'ArrowLeft' });
    expect(screen.getByText('2026-01-02: 7 transfers, 1.00 MB')).not.toBeNull();
    document.dir = '';
  });
});

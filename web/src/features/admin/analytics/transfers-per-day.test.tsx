import { fireEvent, render, screen } from '@testing-library/react';
import { niceCeiling } from '../../../components/day-chart.js';
import { TransferDays } from './transfers-per-day.js';

describe('transfers over time', () => {
  it.each([
    [0, 5],
    [5, 5],
    [7, 8],
    [11, 15],
    [37, 40],
    [501, 600],
    [999, 1000],
  ])('an axis for %p ends at %p', (value, expected) => {
    expect(niceCeiling(value)).toBe(expected);
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

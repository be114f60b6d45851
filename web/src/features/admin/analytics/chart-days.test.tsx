import { fireEvent, render, screen } from '@testing-library/react';
import { setTranslation } from '../../../lib/texts/catalogue.js';

const germanDay = new Intl.DateTimeFormat('de', { dateStyle: 'medium' });
const german = { formatDay: (value: string | Date) => germanDay.format(new Date(value)) };

afterEach(() => setTranslation(null));

it('a chart of days names them in the language of the page', async () => {
  setTranslation({
    translate: <Texts,>(name: string, english: Texts) =>
      name === 'formats' ? { ...english, ...german } : english,
    loadRest: () => Promise.resolve(),
  });
  const { TransferDays } = await import('./transfers-per-day.js');
  const days = [
    { day: '2026-01-01', count: 3, totalBytes: 2048 },
    { day: '2026-01-02', count: 7, totalBytes: 1_048_576 },
  ];
  render(<TransferDays days={days} />);
  expect([screen.getByText('01.01.2026'), screen.getByText('02.01.2026')]).toHaveLength(2);
  const chart = screen.getByRole('figure', { name: 'Transfers per day (UTC), last 2 days' });
  fireEvent.keyDown(chart, { key: 'ArrowLeft' });
  expect(screen.getByText(/^02\.01\.2026: 7 transfers/)).toBeTruthy();
});

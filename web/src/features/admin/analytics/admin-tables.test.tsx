import { cleanup, render, screen } from '@testing-library/react';
import { RecentTransfers, TopUsers } from './admin-tables.js';

const transfers = [
  {
    id: 't1',
    connectionType: 'turn',
    userEmail: null,
    bytesTransferred: 1024 ** 2,
    transferDuration: 61_000,
    createdAt: new Date(2026, 0, 5, 7, 8, 9).toISOString(),
  },
  {
    id: 't2',
    connectionType: 'direct',
    userEmail: 'grace@example.com',
    bytesTransferred: 2 * 1024 ** 3,
    transferDuration: 400,
    createdAt: new Date(2026, 0, 4, 17, 0, 0).toISOString(),
  },
] as const;

const users = [
  { userId: 'u1', name: 'Grace Hopper', email: 'grace@example.com', sharesCount: 1099 },
  { userId: 'u2', name: 'Ada Byron', email: 'ada@example.com', sharesCount: 3 },
  { userId: 'u3', name: '', email: 'radia@example.com', sharesCount: 2 },
];

afterEach(cleanup);

/** The cells below a heading. */
const column = (name: string): (string | null | undefined)[] => {
  const names = screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
  const rows = [...document.querySelectorAll('tbody tr[data-row-key]')];
  return rows.map((row) => row.children[names.indexOf(name)]?.textContent);
};

it('shortens an address in its own direction, on a right-to-left page as well', () => {
  render(<RecentTransfers transfers={transfers} />);
  expect(screen.getByRole('cell', { name: 'grace@example.com' })).toHaveProperty('dir', 'auto');
});

describe('the recent transfers', () => {
  it.each([
    ['Type', ['turn', 'direct'], '[2.220]'],
    ['User', ['Anonymous', 'grace@example.com'], '[2.221]'],
    ['Size', ['1.00 MB', '2.00 GB'], '[2.222]'],
    ['Duration', ['1m 1s', '<1s'], '[2.223]'],
    ['Date', ['2026-01-05 07:08:09', '2026-01-04 17:00:00'], '[2.224]'],
  ])('have a column %s: %j %s', (name, cells) => {
    render(<RecentTransfers transfers={transfers} />);
    expect(column(name)).toEqual(cells);
  });
});

describe('the top users', () => {
  it.each([
    ['Name', ['Grace Hopper', 'Ada Byron', 'radia']],
    ['Email', ['grace@example.com', 'ada@example.com', 'radia@example.com']],
    ['Shares', ['1,099', '3', '2']],
  ])('have a column %s: %j [2.225]', (name, cells) => {
    render(<TopUsers users={users} />);
    expect(column(name)).toEqual(cells);
  });
});

describe('in a narrow window', () => {
  const matchMedia = window.matchMedia.bind(window);
  beforeEach(() => {
    window.matchMedia = (query) => Object.assign(matchMedia(query), { matches: true });
  });
  afterEach(() => {
    window.matchMedia = matchMedia;
  });

  const cardParts = (): (string | null)[] =>
    [...document.querySelectorAll('tbody *')].map(({ textContent }) => textContent);

  it.each([
    ['turn', '[2.220]'],
    ['Anonymous', '[2.221]'],
    ['grace@example.com', '[2.221]'],
    ['1.00 MB', '[2.222]'],
    ['2026-01-05 07:08:09 · 1m 1s', '[2.223, 2.224]'],
  ])('the cards of recent transfers contain %s %s', (text) => {
    render(<RecentTransfers transfers={transfers} />);
    expect(screen.queryByRole('columnheader')).toBeNull();
    expect(cardParts()).toContain(text);
  });

  it.each(['Grace Hopper', 'grace@example.com', '1,099', 'radia'])(
    'the cards of top users contain %s [2.225]',
    (text) => {
      render(<TopUsers users={users} />);
      expect(cardParts()).toContain(text);
    },
  );
});

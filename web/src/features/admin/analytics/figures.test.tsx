import { render, screen } from '@testing-library/react';
import { ConnectionTypes, Costs, FigureCards, Subscriptions } from './figures.js';

const users = { totalUsers: 1234, activeUsers7d: 56, subscriptionStats: [], topUsers: [] };
const costs = {
  totalTransfers: 1008,
  totalBytesTransferred: 3 * 1024 ** 3,
  turnTransfers: 378,
  turnBytes: 1024 ** 3,
  turnPercentage: 37.5,
  stunTransfers: 126,
  stunBytes: 512,
  stunPercentage: 12.5,
  estimatedTurnCost: 0.4,
  costNotes: ['Relaying costs money.', 'Direct transfers cost nothing.'],
};

describe('the cards of the admin dashboard', () => {
  it.each([
    ['Total Users', '1,234', '56 active in the last 7 days', '[2.207]'],
    ['Total Transfers', '1,008', '3.00 GB transferred', '[2.208]'],
    ['TURN Usage', '37.5%', '378 transfers through the relay', '[2.209]'],
    ['Estimated TURN Cost', '$0.40', '1.00 GB relayed', '[2.210]'],
  ])('%s has the figure %s and the note "%s" %s', (label, figure, note) => {
    render(<FigureCards users={users} costs={costs} />);
    const figures = screen.getByText(label).nextElementSibling?.children ?? [];
    expect([...figures].map(({ textContent }) => textContent)).toEqual([figure, note]);
  });

  it.each(['Total Users', 'Total Transfers', 'TURN Usage', 'Estimated TURN Cost'])(
    '%s has no note without data',
    (label) => {
      render(<FigureCards users={undefined} costs={undefined} />);
      expect(screen.getByText(label).nextElementSibling?.textContent).toBe('–');
    },
  );
});

/** The figure beside a label in a list of bars. */
const figureOf = (label: string): string | null | undefined =>
  screen.getByText(label).nextElementSibling?.textContent;

describe('the connection types', () => {
  const stats = [
    { connectionType: 'unknown', count: 2, totalBytes: 512 },
    { connectionType: 'turn', count: 25, totalBytes: 1024 ** 3 },
    { connectionType: 'direct', count: 1075, totalBytes: 2 * 1024 ** 2 },
    { connectionType: 'stun', count: 40, totalBytes: 3 * 1024 },
  ] as const;

  it.each([
    ['TURN (relayed)', '25 · 1.00 GB', '[2.211]'],
    ['STUN (across the internet)', '40 · 3.00 KB', '[2.212]'],
    ['Direct (same network)', '1,075 · 2.00 MB', '[2.213]'],
    ['Unknown', '2 · 512 Bytes', '[2.214]'],
  ])('%s has %s %s', (label, figure) => {
    render(<ConnectionTypes stats={stats} />);
    expect(figureOf(label)).toBe(figure);
  });

  it('without transfers are listed as well [2.212, 2.213, 2.214]', () => {
    render(<ConnectionTypes stats={stats.slice(1, 2)} />);
    for (const label of ['STUN (across the internet)', 'Direct (same network)', 'Unknown']) {
      expect(figureOf(label)).toMatch(/^0 · /);
    }
  });
});

describe('the subscription distribution', () => {
  it.each([
    ['Free', '1,000'],
    ['Pro', '200'],
    ['Pro Forever', '34'],
  ])('has %s with %s users [2.215]', (label, figure) => {
    const stats = [
      { status: 'free', count: 1000 },
      { status: 'active', count: 200 },
      { status: 'proforever', count: 34 },
    ];
    render(<Subscriptions stats={stats} />);
    expect(figureOf(label)).toBe(figure);
  });
});

describe('the cost insights', () => {
  it.each([
    ['Share', ['12.5%', '37.5%'], '[2.216]'],
    ['Transfers', ['126', '378'], '[2.217]'],
    ['Bytes', ['512 Bytes', '1.00 GB'], '[2.218]'],
  ])('compare STUN and TURN by %s: %j %s', (column, figures) => {
    render(<Costs costs={costs} />);
    const rows = screen
      .getAllByRole('row')
      .map((row) => [...row.children].map(({ textContent }) => textContent));
    const index = rows[0]?.indexOf(column) ?? -1;
    expect(rows.slice(1).map(([name]) => name)).toEqual(['STUN', 'TURN']);
    expect(rows.slice(1).map((row) => row[index])).toEqual(figures);
  });

  it('list the cost notes [2.219]', () => {
    render(<Costs costs={costs} />);
    expect(screen.getByRole('heading', { name: 'Cost notes' })).toBeDefined();
    const notes = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(notes).toEqual(costs.costNotes);
  });
});

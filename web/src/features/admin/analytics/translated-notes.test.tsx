import { render, screen } from '@testing-library/react';
import { setTranslation } from '../../../lib/texts/catalogue.js';
import type { CostFacts } from '../texts.js';

const german = {
  routeNames: { direct: 'direkt' },
  describeNote: (kind: string, facts: CostFacts) =>
    kind === 'relayed'
      ? `${facts.relayed} von ${facts.transfers}, ${facts.relayedBytes}, ${facts.cost}`
      : undefined,
};

beforeAll(() =>
  setTranslation({
    translate: <Texts,>(name: string, english: Texts): Texts => {
      if (name !== 'admin') return english;
      const { dashboard, ...rest } = english as Texts & { dashboard: object };
      return { ...rest, dashboard: { ...dashboard, ...german } } as Texts;
    },
    loadRest: () => Promise.resolve(),
  }),
);
afterAll(() => setTranslation(null));

it('a note on costs is in the language of the page, or as sent if the page does not know it', async () => {
  const { Costs } = await import('./figures.js');
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
    costNotes: ['In English.', 'Of a newer server.'],
    costNoteKinds: ['relayed', 'newer'],
    pricePerGb: 0.09,
    unknownTransfers: 0,
  };
  const { rerender } = render(<Costs costs={costs} />);
  const notes = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(notes()).toEqual(['378 von 1,008, 1.00 GB, $0.40', 'Of a newer server.']);
  const { costNoteKinds: _kinds, ...ofAnOlderServer } = costs;
  rerender(<Costs costs={ofAnOlderServer} />);
  expect(notes()).toEqual(costs.costNotes);
});

it('a transfer has its route in the language of the page', async () => {
  const { RecentTransfers } = await import('./admin-tables.js');
  const transfer = {
    id: 't1',
    connectionType: 'direct',
    userEmail: null,
    bytesTransferred: 1024,
    transferDuration: 1,
    createdAt: new Date(2026, 0, 5).toISOString(),
  } as const;
  render(<RecentTransfers transfers={[transfer]} />);
  expect(screen.getByText('direkt')).toBeDefined();
});

import { bytesPerBilledGb, manyRelayedPercent } from '@tandem/proto/browser/admin/cost-notes';
import { connectionTypes } from '@tandem/proto/browser/transfers';
import { Panel } from '../../../components/page/panel.js';
import panel from '../../../components/page/panel.module.css';
import { classNames } from '../../../lib/class-names.js';
import { useHasPayments } from '../../../lib/http/use-config.js';
import { formatBytes, formatCount, formatPercent, formatUsd } from '../../../lib/texts/format.js';
import { givenPlanNames } from '../../../lib/texts/plan-names.js';
import type { ConnectionStat, CostInsights, UserCounts } from '../api.js';
import page from '../page.module.css';
import { texts } from '../texts.js';
import { BarList } from './bar-list.js';
import styles from './figures.module.css';

const { dashboard } = texts;

interface FigureProps {
  label: string;
  value: string;
  /** False without data. */
  note: string | false;
}

function Figure({ label, value, note }: FigureProps) {
  return (
    <div className={classNames(panel.panel, styles.card)}>
      <dt>{label}</dt>
      <dd>
        <strong>{value}</strong>
        {note !== false && <span>{note}</span>}
      </dd>
    </div>
  );
}

interface FigureCardsProps {
  users: UserCounts | undefined;
  costs: CostInsights | undefined;
}

const pending = '–';

/** The four cards at the top of the page. */
export function FigureCards({ users, costs }: FigureCardsProps) {
  const { cards } = dashboard;
  return (
    <dl className={styles.cards}>
      <Figure
        label={cards.users}
        value={users === undefined ? pending : formatCount(users.totalUsers)}
        note={users !== undefined && cards.usersNote(formatCount(users.activeUsers7d))}
      />
      <Figure
        label={cards.transfers}
        value={costs === undefined ? pending : formatCount(costs.totalTransfers)}
        note={
          costs !== undefined && cards.transfersNote(formatBytes(costs.totalBytesTransferred, 'TB'))
        }
      />
      <Figure
        label={cards.turn}
        value={costs === undefined ? pending : formatPercent(costs.turnPercentage)}
        note={costs !== undefined && cards.turnNote(formatCount(costs.turnTransfers))}
      />
      <Figure
        label={cards.cost}
        value={costs === undefined ? pending : formatUsd(costs.estimatedTurnCost)}
        note={costs !== undefined && cards.costNote(formatBytes(costs.turnBytes, 'TB'))}
      />
    </dl>
  );
}

const tones = { turn: 'signal', stun: 'accent', direct: 'success', unknown: 'muted' } as const;

/** Transfers per connection type, including types without any. */
export function ConnectionTypes({ stats }: { stats: readonly ConnectionStat[] }) {
  const rows = connectionTypes.map((kind) => {
    const stat = stats.find((item) => item.connectionType === kind);
    const count = stat?.count ?? 0;
    return {
      key: kind,
      label: dashboard.connectionNames[kind],
      value: count,
      text: `${formatCount(count)} · ${formatBytes(stat?.totalBytes ?? 0, 'TB')}`,
      tone: tones[kind],
    };
  });
  return (
    <Panel title={dashboard.connections} className={page.panel}>
      <BarList bars={rows} empty={dashboard.nothing} />
    </Panel>
  );
}

const planTones: Record<string, 'muted' | 'accent' | 'signal'> = {
  free: 'muted',
  active: 'accent',
  proforever: 'signal',
};

export function Subscriptions({ stats }: { stats: UserCounts['subscriptionStats'] }) {
  const hasPayments = useHasPayments();
  const names: Record<string, string> = hasPayments ? dashboard.planNames : givenPlanNames;
  const title = hasPayments ? dashboard.subscriptions : texts.withoutPayments.plans;
  const rows = stats.map(({ status, count }) => ({
    key: status,
    label: names[status] ?? status,
    value: count,
    text: formatCount(count),
    tone: planTones[status] ?? ('muted' as const),
  }));
  return (
    <Panel title={title} className={page.panel}>
      <BarList bars={rows} empty={dashboard.nothing} />
    </Panel>
  );
}

/** The server's notes, translated where the page has a translation. */
const notesOf = (costs: CostInsights): string[] => {
  const facts = {
    transfers: formatCount(costs.totalTransfers),
    relayed: formatCount(costs.turnTransfers),
    relayedBytes: formatBytes(costs.turnBytes, 'TB'),
    cost: formatUsd(costs.estimatedTurnCost),
    price: formatUsd(costs.pricePerGb ?? 0),
    pricedBytes: formatBytes(bytesPerBilledGb, 'TB'),
    manyRelayedPercent: formatCount(manyRelayedPercent),
    unknown: formatCount(costs.unknownTransfers ?? 0),
  };
  const kinds = costs.costNoteKinds ?? [];
  return costs.costNotes.map(
    (note, index) => dashboard.describeNote(kinds[index] ?? '', facts) ?? note,
  );
};

export function Costs({ costs }: { costs: CostInsights }) {
  const rows = [
    [dashboard.stun, costs.stunPercentage, costs.stunTransfers, costs.stunBytes] as const,
    [dashboard.turnLabel, costs.turnPercentage, costs.turnTransfers, costs.turnBytes] as const,
  ];
  return (
    <Panel title={dashboard.costs} className={page.panel}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{dashboard.columns.type}</th>
            <th scope="col">{dashboard.share}</th>
            <th scope="col">{dashboard.transfersLabel}</th>
            <th scope="col">{dashboard.bytes}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([label, percent, transfers, bytes]) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td>{formatPercent(percent)}</td>
              <td>{formatCount(transfers)}</td>
              <td>{formatBytes(bytes, 'TB')}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {costs.costNotes.length > 0 && (
        <>
          <h3 className={styles.notesTitle}>{dashboard.notes}</h3>
          <ul className={styles.notes}>
            {notesOf(costs).map((note) => (
              <li key={note} dir="auto">
                {note}
              </li>
            ))}
          </ul>
        </>
      )}
    </Panel>
  );
}

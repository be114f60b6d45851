import { totalOf, type Rollup } from '../rollup/rollup.js';

const bytesPerGb = 1_000_000_000;

/** Percent with one decimal; 0 if the total is 0. */
const percent = (part: number, whole: number): number =>
  whole === 0 ? 0 : Math.round((part / whole) * 1_000) / 10;

const dollars = (amount: number): number => Math.round(amount * 100) / 100;
const gigabytes = (bytes: number): string => (bytes / bytesPerGb).toFixed(2);

/** A higher share of relayed transfers usually means a problem with STUN or a firewall. */
const manyRelayed = 30;

const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

const notesOf = (facts: {
  total: number;
  turn: number;
  turnBytes: number;
  turnPercentage: number;
  unknown: number;
  cost: number;
  pricePerGb: number;
}): string[] => {
  const { total, turn, turnBytes, turnPercentage, unknown, cost, pricePerGb } = facts;
  const price = `The estimate uses $${pricePerGb} for each GB that passes through a relay.`;
  if (total === 0) return ['No transfers have been recorded yet.', price];
  const notes = [
    turn === 0
      ? 'No transfer needed a relay: every byte went from browser to browser at no cost.'
      : `${plural(turn, 'transfer')} of ${total} went through a relay. Their files have ${gigabytes(turnBytes)} GB together, about $${cost.toFixed(2)}.`,
    price,
    'A transfer counts with its whole file and the route that carried most of its bytes; interrupted transfers do not count.',
    'Direct and STUN-assisted transfers cost nothing, regardless of size.',
  ];
  if (turnPercentage > manyRelayed) {
    notes.push(
      `More than ${manyRelayed} percent of transfers are relayed: check that the STUN servers can be reached.`,
    );
  }
  if (unknown > 0) {
    notes.push(`${plural(unknown, 'transfer')} did not tell how it was connected.`);
  }
  return notes;
};

/**
 * Cost of relayed traffic in US dollars, with notes for admins. A report has the size of the whole file and the route that
 * carried most of its bytes, so a transfer that changed its route, or was cut off, costs more or less than estimated.
 */
export const costInsights = (rollup: Pick<Rollup, 'byType'>, pricePerGb: number) => {
  const { turn, stun, unknown } = rollup.byType;
  const total = totalOf(rollup);
  const cost = dollars((turn.totalBytes / bytesPerGb) * pricePerGb);
  const turnPercentage = percent(turn.count, total.count);
  return {
    totalTransfers: total.count,
    totalBytesTransferred: total.totalBytes,
    turnTransfers: turn.count,
    turnBytes: turn.totalBytes,
    turnPercentage,
    stunTransfers: stun.count,
    stunBytes: stun.totalBytes,
    stunPercentage: percent(stun.count, total.count),
    estimatedTurnCost: cost,
    costNotes: notesOf({
      total: total.count,
      turn: turn.count,
      turnBytes: turn.totalBytes,
      turnPercentage,
      unknown: unknown.count,
      cost,
      pricePerGb,
    }),
  };
};

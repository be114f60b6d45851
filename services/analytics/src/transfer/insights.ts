import {
  bytesPerBilledGb,
  manyRelayedPercent,
  type CostNoteKind,
} from '@tandem/proto/browser/admin/cost-notes';
import { formatBytes } from '@tandem/proto/browser/files/file-size';
import { totalOf, type Rollup } from '../rollup/rollup.js';

/** Percent with one decimal; 0 if the total is 0. */
const percent = (part: number, whole: number): number =>
  whole === 0 ? 0 : Math.round((part / whole) * 1_000) / 10;

const dollars = (amount: number): number => Math.round(amount * 100) / 100;
/** As the admin's page shows sizes. */
const sizeOf = (bytes: number): string => formatBytes(bytes, 'TB');

const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

interface Facts {
  total: number;
  turn: number;
  turnBytes: number;
  turnPercentage: number;
  unknown: number;
  cost: number;
  pricePerGb: number;
}

type Note = [kind: CostNoteKind, sentence: string];

const notesOf = (facts: Facts): Note[] => {
  const { total, turn, turnBytes, turnPercentage, unknown, cost, pricePerGb } = facts;
  const price: Note = [
    'price',
    `The estimate uses $${pricePerGb} for each 1,000,000,000 bytes (${sizeOf(bytesPerBilledGb)}) that pass through a relay.`,
  ];
  if (total === 0) return [['no-transfers', 'No transfers have been recorded yet.'], price];
  const notes: Note[] = [
    turn === 0
      ? [
          'none-relayed',
          'No transfer needed a relay: every byte went from browser to browser at no cost.',
        ]
      : [
          'relayed',
          `${plural(turn, 'transfer')} of ${total} went through a relay. Their files have ${sizeOf(turnBytes)} together, about $${cost.toFixed(2)}.`,
        ],
    price,
    [
      'counting',
      'A transfer counts with its whole file and the route that carried most of its bytes; interrupted transfers do not count.',
    ],
    ['free-routes', 'Direct and STUN-assisted transfers cost nothing, regardless of size.'],
  ];
  if (turnPercentage > manyRelayedPercent) {
    notes.push([
      'many-relayed',
      `More than ${manyRelayedPercent} percent of transfers are relayed: check that the STUN servers can be reached.`,
    ]);
  }
  if (unknown > 0) {
    notes.push([
      'unknown-routes',
      `${plural(unknown, 'transfer')} did not tell how it was connected.`,
    ]);
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
  const cost = dollars((turn.totalBytes / bytesPerBilledGb) * pricePerGb);
  const turnPercentage = percent(turn.count, total.count);
  const notes = notesOf({
    total: total.count,
    turn: turn.count,
    turnBytes: turn.totalBytes,
    turnPercentage,
    unknown: unknown.count,
    cost,
    pricePerGb,
  });
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
    costNotes: notes.map(([, sentence]) => sentence),
    costNoteKinds: notes.map(([kind]) => kind),
    pricePerGb,
    unknownTransfers: unknown.count,
  };
};

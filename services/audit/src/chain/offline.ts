import { deliveryReporters, deliveryStandings } from '@tandem/proto/browser/audit/audit-events';
import { z } from 'zod';
import { personalFields, type PersonalField } from '../entry/entry.js';
import type { ChainedEntry } from './chain.js';
import type { Verifier } from './signing.js';
import { verifyChain, type Chain, type ChainReport } from './verify.js';

/**
 * Logs outside the database: one JSON object per line, for each log a chain, then its entries in order. Dumps of earlier
 * versions have neither the first nor the last line.
 *
 *   {"dump":"start"}
 *   {"chain":{"ownerUid":…,"base":…,"checkpoint":…}}
 *   {"entry":{"seq":1,…}}
 *   {"dump":"end"}
 */
const at = z.iso.datetime().transform((text) => new Date(text));
const signature = { kid: z.string(), signature: z.string() };
const point = z.strictObject({ seq: z.number(), hash: z.string(), at, ...signature });
const everyField = <Value extends z.ZodType>(value: Value) =>
  z.strictObject(
    Object.fromEntries(personalFields.map((field) => [field, value])) as Record<
      PersonalField,
      Value
    >,
  );

const chainLine = z.strictObject({
  chain: z.strictObject({ ownerUid: z.string(), base: point, checkpoint: point.optional() }),
});
const entryLine = z.strictObject({
  entry: z.strictObject({
    id: z.string(),
    ownerUid: z.string(),
    seq: z.number(),
    createdAt: at,
    eventType: z.enum(['share_created', 'access_attempt', 'download_completed', 'access_denied']),
    eventStatus: z.enum(['success', 'failure', 'denied']),
    shareId: z.string(),
    filename: z.string(),
    fileSize: z.string(),
    personal: everyField(z.string().nullable()),
    delivery: z
      .strictObject({
        deliveryId: z.string(),
        standing: z.enum(deliveryStandings),
        reportedBy: z.enum(deliveryReporters),
        bytes: z.number().nullable(),
        reason: z.string(),
      })
      .optional(),
    salts: everyField(z.string()).partial(),
    commitments: everyField(z.string()),
    prevHash: z.string(),
    hash: z.string(),
    erasure: z.strictObject({ at, ...signature }).optional(),
  }),
});
const boundaryLine = z.strictObject({ dump: z.enum(['start', 'end']) });
const lineSchema = z.union([chainLine, entryLine, boundaryLine]);

/** The first or last line of a dump. */
export const dumpBoundary = (dump: 'start' | 'end'): string => JSON.stringify({ dump });

export const dumpLines = async function* (
  chain: Chain,
  entries: AsyncIterable<ChainedEntry>,
): AsyncGenerator<string> {
  yield JSON.stringify({ chain });
  for await (const entry of entries) yield JSON.stringify({ entry });
};

export interface OwnerReport extends ChainReport {
  ownerUid: string;
}

/** An unreadable line ends its log: all entries after it count as missing. */
const parseLine = (line: string): z.infer<typeof lineSchema> | null => {
  try {
    return lineSchema.parse(JSON.parse(line));
  } catch {
    return null;
  }
};

const brokenAt = (position: number, detail: string): OwnerReport => ({
  ownerUid: '',
  isValid: false,
  length: 0,
  firstBroken: position,
  detail,
  head: '',
});

async function* readAll<Item>(items: readonly Item[]): AsyncGenerator<Item> {
  for (const item of items) yield await Promise.resolve(item);
}

/**
 * Verifies every chain of a dump without the database and, given public keys, without secrets. An empty file, and a dump
 * without its end, are incomplete.
 */
export const verifyDump = async function* (
  lines: AsyncIterable<string>,
  verifier: Verifier,
): AsyncGenerator<OwnerReport> {
  let open: { chain: Chain; entries: ChainedEntry[] } | undefined;
  let position = 0;
  let isComplete = false;
  const close = async (): Promise<OwnerReport[]> => {
    if (!open) return [];
    const { chain, entries } = open;
    const report = await verifyChain(chain, readAll(entries), verifier);
    return [{ ownerUid: chain.ownerUid, ...report }];
  };
  for await (const line of lines) {
    position += 1;
    const parsed = parseLine(line);
    if (parsed && 'dump' in parsed) {
      isComplete = parsed.dump === 'end';
    } else if (parsed && 'chain' in parsed) {
      yield* await close();
      if (position === 1) isComplete = true;
      const { checkpoint, ...chain } = parsed.chain;
      open = { chain: { ...chain, ...(checkpoint && { checkpoint }) }, entries: [] };
    } else if (parsed && open) {
      const { erasure, salts, delivery, ...entry } = parsed.entry;
      open.entries.push({
        ...entry,
        salts: salts as ChainedEntry['salts'],
        ...(delivery && { delivery }),
        ...(erasure && { erasure }),
      });
    } else {
      yield* await close();
      yield brokenAt(position, `Line ${position} is not part of a log.`);
      return;
    }
  }
  yield* await close();
  if (!isComplete) yield brokenAt(position + 1, 'The end of the dump is missing.');
};

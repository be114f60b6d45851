import { randomBytes } from 'node:crypto';
import { noSuch } from './api/faults.js';
import type { Card } from './cards.js';
import type { Row, StripeEvent, TableName, Tables } from './resources.js';

const kinds: Record<TableName, { prefix: string; kind: string }> = {
  customers: { prefix: 'cus', kind: 'customer' },
  products: { prefix: 'prod', kind: 'product' },
  prices: { prefix: 'price', kind: 'price' },
  subscriptions: { prefix: 'sub', kind: 'subscription' },
  invoices: { prefix: 'in', kind: 'invoice' },
  invoice_payments: { prefix: 'inpay', kind: 'invoice_payment' },
  payment_intents: { prefix: 'pi', kind: 'payment_intent' },
  charges: { prefix: 'ch', kind: 'charge' },
  refunds: { prefix: 're', kind: 'refund' },
  disputes: { prefix: 'du', kind: 'dispute' },
  events: { prefix: 'evt', kind: 'event' },
};

const idBytes = 12;
const apiVersion = '2026-10-28.endive';

export const randomId = (prefix: string): string =>
  `${prefix}_${randomBytes(idBytes).toString('hex')}`;

/** The settings of an account for payments that fail: https://docs.stripe.com/billing/revenue-recovery/smart-retries */
export interface Dunning {
  /** Delays after the failed attempts of a renewal; the attempt after the last delay is the last one. */
  retryAfterDays: readonly number[];
  /** Whether the subscription is then unpaid; otherwise it ends. */
  marksUnpaid: boolean;
  /** Whether the invoice of a subscription that ends is marked as uncollectible. It can be paid nevertheless. */
  marksUncollectible: boolean;
}

interface StateOptions {
  onEvent: (event: StripeEvent) => void;
  nowMs?: () => number;
}

/** The tables of the stand-in, in memory, and a clock that tests can advance. */
export const createState = ({ onEvent, nowMs = Date.now }: StateOptions) => {
  const tables = Object.fromEntries(Object.keys(kinds).map((name) => [name, new Map()])) as {
    [Name in TableName]: Map<string, Tables[Name]>;
  };
  let shiftSeconds = 0;
  /** By customer; charged by the next renewal. */
  const savedCards = new Map<string, Card>();
  const dunning: Dunning = {
    retryAfterDays: [1, 2, 2],
    marksUnpaid: false,
    marksUncollectible: false,
  };

  const now = (): number => Math.floor(nowMs() / 1000) + shiftSeconds;

  const insert = <Name extends TableName>(
    name: Name,
    fields: Omit<Tables[Name], 'id' | 'created' | 'livemode'>,
  ): Tables[Name] => {
    const id = randomId(kinds[name].prefix);
    const row = { id, created: now(), livemode: false, ...fields } as unknown as Tables[Name];
    tables[name].set(id, row);
    return row;
  };

  const get = <Name extends TableName>(name: Name, id: string): Tables[Name] => {
    const row = tables[name].get(id);
    if (!row) throw noSuch(kinds[name].kind, id);
    return row;
  };

  /** Newest first. */
  const all = <Name extends TableName>(
    name: Name,
    matches: (row: Tables[Name]) => boolean = () => true,
  ): Tables[Name][] => [...tables[name].values()].filter(matches).reverse();

  return {
    now,
    insert,
    get,
    all,
    savedCards,
    dunning,
    advance: (seconds: number): void => {
      shiftSeconds += seconds;
    },
    emit: (type: string, row: Row): void => {
      const event = insert('events', {
        object: 'event',
        api_version: apiVersion,
        type,
        data: { object: structuredClone(row) },
        pending_webhooks: 1,
        request: { id: null, idempotency_key: null },
      });
      onEvent(event);
    },
    /** The table of an id, by its prefix. */
    tableOf: (id: string): TableName | undefined => {
      const prefix = id.slice(0, id.indexOf('_'));
      return (Object.keys(kinds) as TableName[]).find((name) => kinds[name].prefix === prefix);
    },
  };
};

export type State = ReturnType<typeof createState>;

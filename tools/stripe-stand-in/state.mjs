import { randomBytes } from 'node:crypto';
import { noSuch } from './api/faults.mjs';

/** @typedef {import('./resources.js').Tables} Tables */
/** @typedef {import('./resources.js').TableName} TableName */

/** @type {Record<TableName, {prefix: string, kind: string}>} */
const kinds = {
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

const ID_BYTES = 12;
const API_VERSION = '2026-10-28.endive';

export const randomId = (/** @type {string} */ prefix) =>
  `${prefix}_${randomBytes(ID_BYTES).toString('hex')}`;

/**
 * Everything the stand-in knows, in memory, and its clock, which can be turned forward.
 * @param {{onEvent: (event: import('./resources.js').StripeEvent) => void, nowMs?: () => number}} options
 */
export const createState = ({ onEvent, nowMs = Date.now }) => {
  const tables = /** @type {{[Name in TableName]: Map<string, Tables[Name]>}} */ (
    Object.fromEntries(Object.keys(kinds).map((name) => [name, new Map()]))
  );
  let shiftSeconds = 0;
  /** How the customer's saved card behaves at the next charge. @type {Map<string, import('./cards.mjs').Card>} */
  const savedCards = new Map();

  const now = () => Math.floor(nowMs() / 1000) + shiftSeconds;

  /**
   * @template {TableName} Name
   * @param {Name} name
   * @param {Omit<Tables[Name], 'id' | 'created' | 'livemode'>} fields
   * @returns {Tables[Name]}
   */
  const insert = (name, fields) => {
    const id = randomId(kinds[name].prefix);
    const row = /** @type {Tables[Name]} */ (
      /** @type {unknown} */ ({ id, created: now(), livemode: false, ...fields })
    );
    tables[name].set(id, row);
    return row;
  };

  /**
   * @template {TableName} Name
   * @param {Name} name
   * @param {string} id
   * @returns {Tables[Name]}
   */
  const get = (name, id) => {
    const row = tables[name].get(id);
    if (!row) throw noSuch(kinds[name].kind, id);
    return row;
  };

  /**
   * Newest first.
   * @template {TableName} Name
   * @param {Name} name
   * @param {(row: Tables[Name]) => boolean} [matches]
   * @returns {Tables[Name][]}
   */
  const all = (name, matches = () => true) => [...tables[name].values()].filter(matches).reverse();

  return {
    now,
    insert,
    get,
    all,
    savedCards,
    advance: (/** @type {number} */ seconds) => {
      shiftSeconds += seconds;
    },
    /** @param {string} type @param {import('./resources.js').Row} row */
    emit: (type, row) => {
      const event = insert('events', {
        object: 'event',
        api_version: API_VERSION,
        type,
        data: { object: structuredClone(row) },
        pending_webhooks: 1,
        request: { id: null, idempotency_key: null },
      });
      onEvent(event);
    },
    /** The table an id belongs to, by its prefix. @param {string} id @returns {TableName | undefined} */
    tableOf: (id) => {
      const prefix = id.slice(0, id.indexOf('_'));
      return /** @type {TableName[]} */ (Object.keys(kinds)).find(
        (name) => kinds[name].prefix === prefix,
      );
    },
  };
};

/** @typedef {ReturnType<typeof createState>} State */

import { invalid } from './faults.mjs';
import { paymentOf } from '../subscriptions.mjs';

/** @typedef {import('../state.mjs').State} State */
/** @typedef {{[name: string]: Tree}} Tree */

const MAX_DEPTH = 4;

/** `data.latest_invoice.payments` and its like, as one tree. @param {readonly string[]} paths @returns {Tree} */
export const expansionTree = (paths) => {
  /** @type {Tree} */
  const root = {};
  for (const path of paths) {
    const parts = path.split('.');
    if (parts.length > MAX_DEPTH) {
      throw invalid(
        `You cannot expand more than ${MAX_DEPTH} levels of a property (${path}).`,
        'expand',
      );
    }
    let at = root;
    for (const part of parts) at = at[part] ??= {};
  }
  return root;
};

/** Fields that exist only when asked for. @type {Record<string, (state: State, id: string) => unknown>} */
const includable = {
  'invoice.confirmation_secret': (state, id) => {
    const { payment_intent } = paymentOf(state, id).payment;
    const { client_secret, status } = state.get('payment_intents', payment_intent);
    const isOpen = status !== 'succeeded' && status !== 'canceled';
    return isOpen ? { client_secret, type: 'payment_intent' } : null;
  },
  'invoice.payments': (state, id) => ({
    object: 'list',
    data: state.all('invoice_payments', ({ invoice }) => invoice === id),
    has_more: false,
    url: `/v1/invoice_payments?invoice=${id}`,
  }),
};

/**
 * A copy of a resource with ids replaced by objects where the caller asked for it.
 * @param {State} state
 * @param {unknown} value
 * @param {Tree} tree
 * @returns {unknown}
 */
export const present = (state, value, tree) => {
  if (typeof value !== 'object' || value === null) return value;
  const copy = /** @type {Record<string, unknown>} */ (structuredClone(value));
  for (const [name, below] of Object.entries(tree)) {
    const include = includable[`${String(copy['object'])}.${name}`];
    if (include) copy[name] = present(state, include(state, String(copy['id'])), below);
    else copy[name] = expandField(state, copy, name, below);
  }
  return copy;
};

/** @param {State} state @param {Record<string, unknown>} parent @param {string} name @param {Tree} below */
const expandField = (state, parent, name, below) => {
  const field = parent[name];
  if (Array.isArray(field)) return field.map((item) => present(state, item, below));
  if (typeof field === 'object' && field !== null) return present(state, field, below);
  const table = typeof field === 'string' ? state.tableOf(field) : undefined;
  if (!(name in parent) || (field !== null && !table)) {
    throw invalid(`This property cannot be expanded (${name}).`, 'expand');
  }
  return table ? present(state, state.get(table, String(field)), below) : null;
};

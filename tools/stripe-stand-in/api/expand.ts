import { paymentOf } from '../invoices.js';
import type { State } from '../state.js';
import { invalid } from './faults.js';

export interface ExpansionTree {
  [name: string]: ExpansionTree;
}

const maxDepth = 4;

/** Merges paths such as `data.latest_invoice.payments` into a tree. */
export const expansionTree = (paths: readonly string[]): ExpansionTree => {
  const root: ExpansionTree = {};
  for (const path of paths) {
    const parts = path.split('.');
    if (parts.length > maxDepth) {
      throw invalid(
        `You cannot expand more than ${maxDepth} levels of a property (${path}).`,
        'expand',
      );
    }
    let node = root;
    for (const part of parts) node = node[part] ??= {};
  }
  return root;
};

/** Fields that a response contains only when the request expands them. */
const includable: Readonly<Record<string, (state: State, id: string) => unknown>> = {
  'invoice.confirmation_secret': (state, id) => {
    if (state.get('invoices', id).status === 'draft') return null;
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

const expandField = (
  state: State,
  parent: Record<string, unknown>,
  name: string,
  tree: ExpansionTree,
): unknown => {
  const field = parent[name];
  if (Array.isArray(field)) return field.map((item) => present(state, item, tree));
  if (typeof field === 'object' && field !== null) return present(state, field, tree);
  const table = typeof field === 'string' ? state.tableOf(field) : undefined;
  if (!(name in parent) || (field !== null && !table)) {
    throw invalid(`This property cannot be expanded (${name}).`, 'expand');
  }
  return table && typeof field === 'string' ? present(state, state.get(table, field), tree) : null;
};

/** Copies a resource, replacing the ids in `tree` by the objects they refer to. */
export const present = (state: State, value: unknown, tree: ExpansionTree): unknown => {
  if (typeof value !== 'object' || value === null) return value;
  const copy = structuredClone(value) as Record<string, unknown>;
  for (const [name, subtree] of Object.entries(tree)) {
    const include = includable[`${String(copy['object'])}.${name}`];
    copy[name] = include
      ? present(state, include(state, String(copy['id'])), subtree)
      : expandField(state, copy, name, subtree);
  }
  return copy;
};

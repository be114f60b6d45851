import type { Leaf } from './leaf.js';
import type { StoredLeaf, TreeStore } from './tree.store.js';

type Appending = Pick<TreeStore, 'size' | 'insert' | 'known' | 'leaf'>;

/** Replicas conflict only when they append at the same time. */
const maxRaces = 200;

/**
 * Appends in order, without a lock: reads the size and inserts at the positions after it. The unique position admits
 * one of several writers; the others read the size again. Every writer begins right after the last leaf, so a crash or
 * a lost race leaves no gap. Leaves that are already in the tree are skipped.
 */
export const appendLeaves = async (tree: Appending, leaves: readonly Leaf[]): Promise<void> => {
  let rest = leaves;
  for (let races = 0; rest.length > 0; races += 1) {
    if (races === maxRaces) throw new Error('could not append after repeated conflicts');
    if (await tree.insert(await tree.size(), rest)) return;
    const known = await tree.known(rest.map(({ key }) => key));
    rest = rest.filter(({ key }) => !known.has(key));
  }
};

/** Resolves to the leaf with this key, the first one appended. */
export const appendLeaf = async (tree: Appending, leaf: Leaf): Promise<StoredLeaf> => {
  await appendLeaves(tree, [leaf]);
  const stored = await tree.leaf(leaf.key);
  if (!stored) throw new Error('appended leaf not found');
  return stored;
};

import { isDuplicateKey } from '@tandem/kit/mongo';
import { Schema, type Connection } from 'mongoose';
import type { SignedHead } from './head.js';
import type { Leaf, LeafKind } from './leaf.js';

interface LeafRow extends Omit<Leaf, 'key'> {
  /** Position in the tree, from 0, without gaps. */
  _id: number;
  key: string;
}

/** The hash of a complete subtree of 256^level leaves; derived from the leaves. */
interface NodeRow {
  /** level × 2^44 + index */
  _id: number;
  hash: string;
}

interface HeadRow extends Omit<SignedHead, 'at'> {
  _id: Date;
  /** RFC 3161 token, DER in base64. */
  timestamp?: string;
}

const options = { versionKey: false, minimize: false } as const;

const createModels = (connection: Connection) => {
  const leaves = new Schema<LeafRow>(
    {
      _id: { type: Number, required: true },
      key: String,
      text: String,
      owner: String,
      kind: String,
      seq: Number,
    },
    options,
  );
  leaves.index({ key: 1 }, { unique: true });
  leaves.index({ owner: 1, kind: 1, seq: 1 });
  const nodes = new Schema<NodeRow>(
    { _id: { type: Number, required: true }, hash: String },
    options,
  );
  const heads = new Schema<HeadRow>(
    {
      _id: { type: Date, required: true },
      size: Number,
      root: String,
      kid: String,
      signature: String,
      timestamp: String,
    },
    options,
  );
  return {
    leaves: connection.model<LeafRow>('Leaf', leaves, 'leaves'),
    nodes: connection.model<NodeRow>('Node', nodes, 'nodes'),
    heads: connection.model<HeadRow>('Head', heads, 'heads'),
  };
};

const nodesPerLevel = 2 ** 44;

export interface StoredLeaf extends Leaf {
  index: number;
}

const fromRow = ({ _id, ...leaf }: LeafRow): StoredLeaf => ({ index: _id, ...leaf });

const headFrom = ({ _id, ...head }: HeadRow): SignedHead & { timestamp?: string } => ({
  at: _id,
  ...head,
});

const cursorBatch = 500;

export const createTreeStore = (connection: Connection) => {
  const { leaves, nodes, heads } = createModels(connection);

  /** The leaf of this kind that names the owner's highest position. */
  const lastOf = async (owner: string, kind: LeafKind): Promise<StoredLeaf | null> => {
    const [row] = await leaves.find({ owner, kind }).sort({ seq: -1 }).limit(1).lean<LeafRow[]>();
    return row ? fromRow(row) : null;
  };

  return {
    /** Number of leaves. */
    size: async (): Promise<number> => {
      const [last] = await leaves
        .find({}, { _id: 1 })
        .sort({ _id: -1 })
        .limit(1)
        .lean<Pick<LeafRow, '_id'>[]>();
      return last ? last._id + 1 : 0;
    },

    /** Inserts in order, at the positions from `size` on. False if a position or a key was taken; some may be stored. */
    insert: async (size: number, added: readonly Leaf[]): Promise<boolean> => {
      const rows = added.map((leaf, at) => ({ _id: size + at, ...leaf }));
      try {
        await leaves.collection.insertMany(rows as never[], { ordered: true });
        return true;
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
        return false;
      }
    },

    /** Those of the keys that are in the tree. */
    known: async (keys: readonly string[]): Promise<Set<string>> => {
      const rows = await leaves
        .find({ key: { $in: keys } }, { _id: 0, key: 1 })
        .lean<Pick<LeafRow, 'key'>[]>();
      return new Set(rows.map(({ key }) => key));
    },

    leaf: async (key: string): Promise<StoredLeaf | null> => {
      const row = await leaves.findOne({ key }).lean<LeafRow>();
      return row && fromRow(row);
    },

    /** The newest entry of an owner in the tree. */
    lastEntry: (owner: string) => lastOf(owner, 'entry'),

    lastRetention: (owner: string) => lastOf(owner, 'retention'),

    /** Leaves about an owner's entries, by the position of the entry. */
    ofEntries: async (
      owner: string,
      kind: 'entry' | 'erasure',
      seqs: readonly number[],
    ): Promise<Map<number, StoredLeaf>> => {
      if (seqs.length === 0) return new Map();
      const rows = await leaves.find({ owner, kind, seq: { $in: seqs } }).lean<LeafRow[]>();
      return new Map(rows.map((row) => [row.seq ?? 0, fromRow(row)]));
    },

    ofOwner: async function* (owner: string, kind: LeafKind): AsyncGenerator<StoredLeaf> {
      const cursor = leaves
        .find({ owner, kind })
        .sort({ seq: 1 })
        .lean<LeafRow>()
        .cursor({ batchSize: cursorBatch });
      for await (const row of cursor) yield fromRow(row);
    },

    inOrder: async function* (): AsyncGenerator<StoredLeaf> {
      const cursor = leaves
        .find({})
        .sort({ _id: 1 })
        .lean<LeafRow>()
        .cursor({ batchSize: cursorBatch });
      for await (const row of cursor) yield fromRow(row);
    },

    /** Texts of the leaves from `start` to before `end`. */
    texts: async (start: number, end: number): Promise<Map<number, string>> => {
      const rows = await leaves
        .find({ _id: { $gte: start, $lt: end } }, { text: 1 })
        .lean<Pick<LeafRow, '_id' | 'text'>[]>();
      return new Map(rows.map(({ _id, text }) => [_id, text]));
    },

    nodes: async (level: number, start: number, end: number): Promise<Map<number, string>> => {
      const first = level * nodesPerLevel;
      const rows = await nodes
        .find({ _id: { $gte: first + start, $lt: first + end } })
        .lean<NodeRow[]>();
      return new Map(rows.map(({ _id, hash }) => [_id - first, hash]));
    },

    saveNode: async (level: number, index: number, hash: string): Promise<void> => {
      const _id = (level * nodesPerLevel + index) as never;
      try {
        await nodes.collection.insertOne({ _id, hash });
      } catch (error) {
        // Another replica has computed the same.
        if (!isDuplicateKey(error)) throw error;
      }
    },

    saveHead: async ({ at, ...head }: SignedHead): Promise<void> => {
      await heads.collection.updateOne({ _id: at }, { $setOnInsert: head }, { upsert: true });
    },

    saveTimestamp: async (at: Date, timestamp: string): Promise<void> => {
      await heads.updateOne({ _id: at }, { $set: { timestamp } });
    },

    lastHead: async () => {
      const [row] = await heads.find({}).sort({ _id: -1 }).limit(1).lean<HeadRow[]>();
      return row ? headFrom(row) : null;
    },

    heads: async function* () {
      const cursor = heads.find({}).sort({ _id: 1 }).lean<HeadRow>().cursor();
      for await (const row of cursor) yield headFrom(row);
    },
  };
};

export type TreeStore = ReturnType<typeof createTreeStore>;

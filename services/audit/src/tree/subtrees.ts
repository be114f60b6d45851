import { dropOldest } from '@tandem/kit';
import { leafHash, nodeHash, type Subtree } from './merkle.js';
import type { TreeStore } from './tree.store.js';

/**
 * Hashes of complete subtrees, read in tiles: level 0 has the leaves, level n the subtrees of 256^n leaves, and a tile
 * is up to 256 neighbours of a level. A proof reads a few tiles for each level of 256, and hashes at most 256 values
 * of each.
 *
 * Stored nodes are derived from the leaves: a missing one, after a crash for example, is computed and stored again.
 */
const tileBits = 8;
const tileWidth = 2 ** tileBits;

type Source = Pick<TreeStore, 'texts' | 'nodes' | 'saveNode'>;

export class DamagedTree extends Error {
  override readonly name = 'DamagedTree';
}

const combine = (hashes: readonly Buffer[]): Buffer => {
  let level = [...hashes];
  while (level.length > 1)
    level = Array.from({ length: level.length / 2 }, (_, at) =>
      nodeHash(level[at * 2] as Buffer, level[at * 2 + 1] as Buffer),
    );
  return level[0] as Buffer;
};

/** Tiles in memory, by level and index; least recently used ones are dropped. */
const maxTiles = 512;

/** Subtrees of the tree with `size` leaves. Hashes are kept while the result is in use. */
export const subtreesOf = (source: Source, size: number): Subtree => {
  const tiles = new Map<string, Promise<Buffer[]>>();

  const readLeaves = async (start: number, end: number): Promise<Buffer[]> => {
    const texts = await source.texts(start, end);
    return Array.from({ length: end - start }, (_, at) => {
      const text = texts.get(start + at);
      if (typeof text !== 'string') throw new DamagedTree(`leaf ${start + at} is missing`);
      return leafHash(text);
    });
  };

  const readNodes = async (level: number, start: number, end: number): Promise<Buffer[]> => {
    const known = await source.nodes(level, start, end);
    const hashes: Buffer[] = [];
    for (let index = start; index < end; index += 1) {
      const hash = known.get(index);
      if (hash === undefined) {
        const computed = combine(await readTile(level - 1, index, tileWidth));
        await source.saveNode(level, index, computed.toString('base64url'));
        hashes.push(computed);
      } else hashes.push(Buffer.from(hash, 'base64url'));
    }
    return hashes;
  };

  const readTile = (level: number, tile: number, count: number): Promise<Buffer[]> => {
    const start = tile * tileWidth;
    return level === 0 ? readLeaves(start, start + count) : readNodes(level, start, start + count);
  };

  const tileOf = (level: number, tile: number): Promise<Buffer[]> => {
    const name = `${level}:${tile}`;
    const held = tiles.get(name);
    tiles.delete(name);
    const count = Math.min(tileWidth, Math.floor(size / tileWidth ** level) - tile * tileWidth);
    const read = held ?? readTile(level, tile, count);
    tiles.set(name, read);
    dropOldest(tiles, maxTiles);
    return read;
  };

  return async (level, index) => {
    const below = level % tileBits;
    const width = 2 ** below;
    const tile = Math.floor((index * width) / tileWidth);
    const from = index * width - tile * tileWidth;
    const hashes = await tileOf((level - below) / tileBits, tile);
    return combine(hashes.slice(from, from + width));
  };
};

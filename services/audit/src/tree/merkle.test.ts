import {
  isConsistent,
  isIncluded,
  leafHash as leafHashOfText,
} from '@tandem/proto/browser/audit/merkle';
import fc from 'fast-check';
import {
  consistencyPath,
  emptyRoot,
  inclusionPath,
  leafHash,
  nodeHash,
  rootHash,
  type Subtree,
} from './merkle.js';

const hex = (text: string): Buffer => Buffer.from(text, 'hex');

/** MTH of RFC 9162, 2.1.1, as written there. */
const plainRoot = (leaves: readonly Buffer[]): Buffer => {
  const [only] = leaves;
  if (only === undefined) return emptyRoot;
  if (leaves.length === 1) return only;
  let split = 1;
  while (split * 2 < leaves.length) split *= 2;
  return nodeHash(plainRoot(leaves.slice(0, split)), plainRoot(leaves.slice(split)));
};

const subtreesOf =
  (leaves: readonly Buffer[]): Subtree =>
  (level, index) => {
    const width = 2 ** level;
    const own = leaves.slice(index * width, (index + 1) * width);
    if (own.length !== width) throw new RangeError('not a complete subtree');
    return Promise.resolve(plainRoot(own));
  };

const leavesOf = (size: number): Buffer[] =>
  Array.from({ length: size }, (_, index) => leafHash(`leaf ${index}`));

/** The vectors of the certificate-transparency and trillian projects. */
const inputs = [
  ...['', '00', '10', '2021', '3031', '40414243', '5051525354555657'],
  '606162636465666768696a6b6c6d6e6f',
].map(hex);
const roots = [
  'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
];
const inclusions: [index: number, size: number, path: string[]][] = [
  [
    0,
    8,
    [
      '96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7',
      '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
      '6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4',
    ],
  ],
  [
    5,
    8,
    [
      'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
      'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
      'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
    ],
  ],
];
const consistencies: [first: number, second: number, path: string[]][] = [
  [1, 1, []],
  [
    6,
    8,
    [
      '0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a',
      'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
      'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
    ],
  ],
  [
    2,
    5,
    [
      '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
      'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
    ],
  ],
];

describe('the published test vectors', () => {
  const subtree = subtreesOf(inputs.map((input) => leafHash(input)));

  it.each(roots.map((root, size) => [size, root] as const))(
    'root of %i leaves',
    async (size, root) => {
      expect((await rootHash(subtree, size)).toString('hex')).toBe(root);
    },
  );

  it.each(inclusions)('inclusion of leaf %i in %i', async (index, size, path) => {
    const made = await inclusionPath(subtree, index, size);
    expect(made.map((hash) => hash.toString('hex'))).toEqual(path);
  });

  it.each(consistencies)('consistency of %i with %i', async (first, second, path) => {
    const made = await consistencyPath(subtree, first, second);
    expect(made.map((hash) => hash.toString('hex'))).toEqual(path);
  });

  it('hashes a leaf in the browser as on the server', async () => {
    expect(Buffer.from(await leafHashOfText('ü'))).toEqual(leafHash('ü'));
  });
});

const largest = 300;
const all = leavesOf(largest);
const subtree = subtreesOf(all);
const rootsOfAll = Array.from({ length: largest + 1 }, (_, size) => plainRoot(all.slice(0, size)));
const rootOf = (size: number): Buffer => rootsOfAll[size] ?? emptyRoot;

const inclusionOf = async (index: number, size: number) => ({
  leaf: all[index] ?? emptyRoot,
  index,
  size,
  path: await inclusionPath(subtree, index, size),
  root: rootOf(size),
});
const consistencyOf = async (first: number, second: number) => ({
  first: { size: first, root: rootOf(first) },
  second: { size: second, root: rootOf(second) },
  path: await consistencyPath(subtree, first, second),
});

const flipped = (hash: Uint8Array, bit: number): Buffer => {
  const copy = Buffer.from(hash);
  const at = Math.floor(bit / 8) % copy.length;
  copy.writeUInt8((copy[at] ?? 0) ^ (1 << (bit % 8)), at);
  return copy;
};

describe('inclusion proofs', () => {
  it('hold for every leaf of every size up to 70, and for edges of every size up to 300', async () => {
    for (let size = 1; size <= largest; size += 1) {
      const indexes = size <= 70 ? [...Array(size).keys()] : [0, Math.floor(size / 2), size - 1];
      for (const index of indexes) {
        const proof = await inclusionOf(index, size);
        expect(await isIncluded(proof)).toBe(true);
        expect(proof.path.length).toBeLessThanOrEqual(Math.ceil(Math.log2(size)));
      }
    }
  });

  it('fail with any flipped bit, another leaf, position, size or length', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 2, max: largest }),
        fc.nat(),
        fc.nat({ max: 255 }),
        async (size, some, bit) => {
          const index = some % size;
          const proof = await inclusionOf(index, size);
          const at = some % proof.path.length;
          const other = (index + 1) % size;
          const changes: Partial<typeof proof>[] = [
            { leaf: flipped(proof.leaf, bit) },
            { root: flipped(proof.root, bit) },
            { path: proof.path.map((hash, n) => (n === at ? flipped(hash, bit) : hash)) },
            { path: proof.path.slice(1) },
            { path: [...proof.path, emptyRoot] },
            { index: other },
            { leaf: all[other] ?? emptyRoot },
            { root: rootOf(size - 1) },
            { index: size },
            { index: -1 },
            { index: 0.5 },
          ];
          for (const change of changes)
            expect({ change, holds: await isIncluded({ ...proof, ...change }) }).toEqual({
              change,
              holds: false,
            });
        },
      ),
      { numRuns: 150 },
    );
  });
});

describe('consistency proofs', () => {
  it('hold for every pair of sizes up to 70, and for pairs of every size up to 300', async () => {
    for (let second = 0; second <= largest; second += 1) {
      const firsts =
        second <= 70 ? [...Array(second + 1).keys()] : [1, 64, Math.floor(second / 2), second - 1];
      for (const first of firsts)
        expect(await isConsistent(await consistencyOf(first, second))).toBe(true);
    }
  });

  it('fail with any flipped bit, another size, another tree or a shorter or longer path', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 2, max: largest }),
        fc.nat(),
        fc.nat({ max: 255 }),
        async (size, some, bit) => {
          const first = 1 + (some % (size - 1));
          const proof = await consistencyOf(first, size);
          const at = some % proof.path.length;
          const rewritten = plainRoot(
            all.slice(0, first).map((leaf, n) => (n === some % first ? flipped(leaf, bit) : leaf)),
          );
          const changes: Partial<typeof proof>[] = [
            { first: { size: first, root: flipped(proof.first.root, bit) } },
            { first: { size: first, root: rewritten } },
            { second: { size, root: flipped(proof.second.root, bit) } },
            { path: proof.path.map((hash, n) => (n === at ? flipped(hash, bit) : hash)) },
            { path: proof.path.slice(1) },
            { path: [...proof.path, emptyRoot] },
            { first: { size: first + 1, root: proof.first.root } },
            // A rollback.
            { first: proof.second, second: proof.first },
          ];
          for (const change of changes)
            expect({ change, holds: await isConsistent({ ...proof, ...change }) }).toEqual({
              change,
              holds: false,
            });
        },
      ),
      { numRuns: 150 },
    );
  });

  it('between trees of equal size require equal roots', async () => {
    const tree = { size: 5, root: rootOf(5) };
    const other = { size: 5, root: rootOf(6) };
    expect(await isConsistent({ first: tree, second: tree, path: [] })).toBe(true);
    expect(await isConsistent({ first: tree, second: other, path: [] })).toBe(false);
  });
});

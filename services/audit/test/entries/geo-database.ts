/**
 * Writes a MaxMind DB (format 2.0) with one record per IPv4 network, so that the reader is tested against
 * the real format. Supports what the tests need: maps, texts, numbers, 24-bit records.
 */
type Value = string | number | { [key: string]: Value } | Value[];

const control = (type: number, size: number): Buffer =>
  type > 7 ? Buffer.from([size, type - 7]) : Buffer.from([(type << 5) | size]);

const sized = (type: number, size: number): Buffer => {
  if (size < 29) return control(type, size);
  const [first, ...extended] = control(type, 29);
  return Buffer.from([first ?? 0, ...extended, size - 29]);
};

const encode = (value: Value): Buffer => {
  if (typeof value === 'string') {
    const text = Buffer.from(value);
    return Buffer.concat([sized(2, text.length), text]);
  }
  if (typeof value === 'number') {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(value);
    return Buffer.concat([sized(6, 4), bytes]);
  }
  if (Array.isArray(value)) return Buffer.concat([sized(11, value.length), ...value.map(encode)]);
  const pairs = Object.entries(value);
  return Buffer.concat([
    sized(7, pairs.length),
    ...pairs.flatMap(([key, inner]) => [encode(key), encode(inner)]),
  ]);
};

type Tree = [Node, Node];
type Node = Tree | number | null;

const insert = (tree: Tree, bits: string, offset: number): void => {
  let node = tree;
  for (const [index, bit] of bits.split('').entries()) {
    const side = bit === '1' ? 1 : 0;
    if (index === bits.length - 1) node[side] = offset;
    else {
      const child = node[side];
      node = Array.isArray(child) ? child : (node[side] = [null, null]);
    }
  }
};

const flatten = (tree: Tree): Tree[] => [
  tree,
  ...tree.flatMap((child) => (Array.isArray(child) ? flatten(child) : [])),
];

const separatorBytes = 16;

export const geoDatabase = (networks: Readonly<Record<string, Value>>): Buffer => {
  const tree: Tree = [null, null];
  const records: Buffer[] = [];
  for (const [network, value] of Object.entries(networks)) {
    const [address = '', length = '32'] = network.split('/');
    const bits = address.split('.').map((part) => Number(part).toString(2).padStart(8, '0'));
    const offset = records.reduce((sum, record) => sum + record.length, 0);
    insert(tree, bits.join('').slice(0, Number(length)), offset);
    records.push(encode(value));
  }
  const nodes = flatten(tree);
  const pointer = (child: Node): number => {
    if (child === null) return nodes.length;
    return Array.isArray(child) ? nodes.indexOf(child) : nodes.length + separatorBytes + child;
  };
  const search = Buffer.concat(
    nodes.map((node) => {
      const bytes = Buffer.alloc(6);
      bytes.writeUIntBE(pointer(node[0]), 0, 3);
      bytes.writeUIntBE(pointer(node[1]), 3, 3);
      return bytes;
    }),
  );
  const metadata = encode({
    binary_format_major_version: 2,
    binary_format_minor_version: 0,
    build_epoch: 1_700_000_000,
    database_type: 'Test-City',
    description: { en: 'test' },
    ip_version: 4,
    languages: ['en'],
    node_count: nodes.length,
    record_size: 24,
  });
  const marker = Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1');
  return Buffer.concat([search, Buffer.alloc(separatorBytes), ...records, marker, metadata]);
};

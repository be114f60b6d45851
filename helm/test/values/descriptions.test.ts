import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { at } from '../lib/paths.js';
import { valuesSchema, type Schema } from '../lib/values-schema.js';

/** The paths of all keys, those inside lists and maps included, with their schemas. */
const keysOf = (schema: Schema, path = ''): [string, Schema][] => [
  ...Object.entries(schema.properties ?? {}).flatMap(([key, child]): [string, Schema][] => [
    [`${path}${key}`, child],
    ...keysOf(child, `${path}${key}.`),
  ]),
  ...[schema.items, ...(schema.oneOf ?? [])].flatMap((inner) =>
    inner ? keysOf(inner, `${path}[].`) : [],
  ),
  ...(typeof schema.additionalProperties === 'object'
    ? keysOf(schema.additionalProperties, `${path}<name>.`)
    : []),
];

const leavesOf = (value: unknown, path: string): string[] =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length
    ? Object.entries(value).flatMap(([key, child]) => leavesOf(child, `${path}.${key}`))
    : [path.slice(1)];

// tools/topology/topology.test.ts compares the READMEs with what the values and the schemas render.
describe.each(['tandem', 'coturn'] as const)('the values of %s', (chart) => {
  const readme = readFileSync(at(`helm/${chart}/README.md`), 'utf8');

  it('are described, each with a sentence', () => {
    const keys = keysOf(valuesSchema(chart));
    expect(keys.length).toBeGreaterThan(40);
    const undescribed = keys.filter(([, { description = '' }]) => !/^.{4,}\.$/.test(description));
    expect(undescribed.map(([key]) => key)).toEqual([]);
  });

  it('appear in the README with their defaults', () => {
    const values: unknown = parse(readFileSync(at(`helm/${chart}/values.yaml`), 'utf8'));
    const rows = new Set([...readme.matchAll(/^\| `([^`]+)` /gm)].map(([, key = '']) => key));
    const leaves = leavesOf(values, '')
      .filter((path) => !path.startsWith('services.'))
      .filter((path) => ![...rows].some((row) => path === row || path.startsWith(`${row}.`)));
    expect(leaves).toEqual([]);
    expect(rows.size).toBeGreaterThan(20);
  });
});

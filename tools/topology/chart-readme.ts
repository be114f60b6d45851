import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { root } from '../bootstrap/exec.mjs';

interface Schema {
  description?: string;
  type?: string | string[];
  enum?: unknown[];
  properties?: Record<string, Schema>;
  additionalProperties?: boolean | Schema;
  items?: Schema;
  oneOf?: Schema[];
}

interface Row {
  key: string;
  type: string;
  /** As in values.yaml; empty for a key that it does not set. */
  value: string;
  description: string;
}

const read = (chart: string, file: string) =>
  readFileSync(join(root, `helm/${chart}/${file}`), 'utf8');

const typeOf = ({ type, enum: allowed, oneOf }: Schema): string => {
  if (allowed) return allowed.map((value) => String(value)).join(', ');
  if (oneOf) return oneOf.map(typeOf).join(' or ');
  return [type ?? 'text'].flat().join(' or ');
};

/** Kinds of objects that Kubernetes defines: one row for the whole. */
const isOpaque = (schema: Schema): boolean =>
  schema.properties === undefined && typeof schema.additionalProperties !== 'object';

const rowsOf = (path: string, schema: Schema, value: unknown): Row[] => {
  const any = schema.additionalProperties;
  const inner = typeof any === 'object' && any.properties ? { '<name>': any } : {};
  const children = { ...schema.properties, ...inner };
  const own: Row = {
    key: path,
    type: typeOf(schema),
    value: '',
    description: schema.description ?? '',
  };
  if (isOpaque(schema) || Object.keys(children).length === 0) {
    return [{ ...own, value: value === undefined ? '' : JSON.stringify(value) }];
  }
  const values = (value ?? {}) as Record<string, unknown>;
  return [
    own,
    ...Object.entries(children).flatMap(([key, child]) =>
      rowsOf(`${path}.${key}`, child, values[key]),
    ),
  ];
};

const cell = (text: string): string => text.replaceAll('|', '\\|');

const line = ({ key, type, value, description }: Row): string =>
  `| \`${key}\` | ${cell(type)} | ${value === '' ? '' : `\`${cell(value)}\``} | ${cell(description)} |`;

const intros: Readonly<Record<string, readonly string[]>> = {
  tandem: [
    'To install a trial, which bundles everything that it needs:',
    '',
    '    helm install tandem oci://ghcr.io/<owner>/<repository>/charts/tandem -n tandem --create-namespace -f trial.values.yaml',
    '',
    '`examples/` contains `trial.values.yaml` and values for production: `minimal`, `ha`, `gateway-api`, `external-secrets`, `without-payments`. [The guide](../../docs/deploy.md) describes what an installation needs. Helm rejects unknown keys and values of the wrong type by the schema, with its own messages. The chart checks the rest, and lists all missing, malformed or contradictory values in one message.',
  ],
  coturn: [
    '[The guide](../../docs/deploy.md) describes the nodes, ports and Secrets of a relay. Helm rejects unknown keys and values of the wrong type by the schema, with its own messages. The chart checks the rest, and lists all missing, malformed or contradictory values in one message.',
  ],
};

/** README of a chart, from its metadata, its values and the descriptions in its schema. */
export const renderChartReadme = (chart: string): string => {
  const { description } = parse(read(chart, 'Chart.yaml')) as { description: string };
  const values = parse(read(chart, 'values.yaml')) as Record<string, unknown>;
  const schema = JSON.parse(read(chart, 'values.schema.json')) as Schema;
  const rows = Object.entries(schema.properties ?? {}).flatMap(([key, child]) =>
    rowsOf(key, child, values[key]),
  );
  return [
    `# The chart ${chart}`,
    '',
    description,
    '',
    ...(intros[chart] ?? []),
    '',
    '## Values',
    '',
    'Rendered from `values.yaml` and `values.schema.json` by `npm run topology`.',
    '',
    '| key | type | default | description |',
    '| --- | --- | --- | --- |',
    ...rows.map(line),
    '',
  ].join('\n');
};

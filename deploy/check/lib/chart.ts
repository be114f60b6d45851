import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { parseAllDocuments } from 'yaml';
import { at } from './paths.js';

/** A Kubernetes object as far as every kind has it. */
export interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: {
    name: string;
    namespace?: string;
    labels?: Record<string, string>;
    annotations?: Record<string, string>;
  };
  // The rest differs by kind; the compiled models check it field by field.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  [field: string]: any;
}

const helm = at('node_modules/.bin/helm');

export interface HelmResult {
  isOk: boolean;
  stdout: string;
  /** Without the notes on symbolic links, which are meant. */
  stderr: string;
}

export const runHelm = (args: readonly string[]): HelmResult => {
  const { status, stdout, stderr, error } = spawnSync(helm, args, {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (error) throw error;
  const told = stderr
    .split('\n')
    .filter((line) => !line.includes('found symbolic link in path'))
    .join('\n')
    .trim();
  return { isOk: status === 0, stdout, stderr: told };
};

export interface Rendering {
  chart: 'tandem' | 'coturn';
  example?: string;
  kubeVersion?: string;
  extra?: readonly string[];
}

const templateArgs = ({ chart, example, kubeVersion = '1.34.0', extra = [] }: Rendering) => [
  'template',
  chart,
  at(`helm/${chart}`),
  '--namespace',
  chart,
  '--kube-version',
  kubeVersion,
  ...(example ? ['--values', at(`helm/${chart}/examples/${example}.values.yaml`)] : []),
  ...extra,
];

export const tryTemplate = (rendering: Rendering): HelmResult => runHelm(templateArgs(rendering));

export const template = (rendering: Rendering): string => {
  const { isOk, stdout, stderr } = tryTemplate(rendering);
  if (!isOk) throw new Error(`${rendering.chart} ${rendering.example ?? ''}: ${stderr}`);
  return stdout;
};

export const manifestsOf = (text: string): Manifest[] =>
  parseAllDocuments(text)
    .map((document) => {
      if (document.errors[0]) throw document.errors[0];
      return document.toJS() as Manifest | null;
    })
    .filter((manifest) => manifest !== null);

export const render = (rendering: Rendering): Manifest[] => manifestsOf(template(rendering));

export const examplesOf = (chart: Rendering['chart']): string[] =>
  readdirSync(at(`helm/${chart}/examples`))
    .filter((name) => name.endsWith('.values.yaml'))
    .map((name) => name.replace('.values.yaml', ''));

export const everyExample: { chart: Rendering['chart']; example: string }[] = (
  ['tandem', 'coturn'] as const
).flatMap((chart) => examplesOf(chart).map((example) => ({ chart, example })));

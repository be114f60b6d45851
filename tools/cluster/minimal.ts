import { generateKeyPairSync } from 'node:crypto';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { root } from '../bootstrap/exec.mjs';
import { run } from './commands.js';
import { createInstallation } from './installation.js';
import type { Options } from './options.js';
import type { Recorder } from './recorder.js';
import { ownChart, type Chart } from './release.js';

export const minimalNamespace = 'tandem-proof-minimal';
const release = 'tandem';
/** Its MongoDB and NATS are those of the trial's chart. */
const backing = 'backing-tandem';
const databases = ['identity', 'shares', 'billing', 'audit', 'analytics'] as const;

interface Manifest {
  kind: string;
  metadata: { name: string };
}

/** MongoDB and NATS as the trial bundles them, with the broker's passwords of the release under test. */
const backingOf = (rendered: string): Manifest[] =>
  parseAllDocuments(
    rendered.replaceAll(
      `name: ${backing}-nats\n                  key:`,
      `name: ${release}-nats\n                  key:`,
    ),
  )
    .map((document) => document.toJS() as Manifest | null)
    .filter((manifest) => manifest !== null)
    .filter(({ metadata }) => /-(mongo|nats)$/.test(metadata.name));

const kubectl = (...args: string[]) => run('kubectl', ['-n', minimalNamespace, ...args]);

const secret = (name: string, entries: Record<string, string>) => ({
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: { name, namespace: minimalNamespace },
  stringData: entries,
});

/** The Secrets of docs/deploy.md. The accounts are invented: nothing here calls Firebase or Stripe. */
const secrets = () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const host = `${backing}-mongo-0.${backing}-mongo.${minimalNamespace}.svc:27017`;
  return [
    secret(
      'tandem-mongo',
      Object.fromEntries(
        databases.map((name) => [name, `mongodb://${host}/${name}?replicaSet=rs0`]),
      ),
    ),
    secret('tandem-stripe', {
      STRIPE_SECRET_KEY: 'sk_test_proof',
      STRIPE_WEBHOOK_SECRET: 'whsec_proof',
    }),
    secret('tandem-firebase', {
      'service-account.json': JSON.stringify({
        type: 'service_account',
        project_id: 'example-files',
        client_email: 'proof@example-files.iam.gserviceaccount.com',
        private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
      }),
    }),
  ];
};

const installBacking = async ({ reference, values }: Chart): Promise<void> => {
  const rendered = await run('helm', [
    'template',
    'backing',
    ...reference,
    '-n',
    minimalNamespace,
    '-f',
    join(root, 'helm/tandem/examples/trial.values.yaml'),
    '-s',
    'templates/trial.yaml',
    ...values,
  ]);
  const items = [...backingOf(rendered), ...secrets()];
  await run('kubectl', ['apply', '-f', '-'], {
    input: JSON.stringify({ apiVersion: 'v1', kind: 'List', items }),
  });
};

/** Addresses inside the namespace, which the network policies of the chart do not know. */
const ownPeers = [
  '--set',
  `nats.address=nats://${backing}-nats:4222`,
  '--set',
  'jetstream.replicas=1',
  '--set-json',
  'networkPolicy.mongo.to=[{"podSelector":{}}]',
  '--set-json',
  'networkPolicy.nats.to=[{"podSelector":{}}]',
];

/** A program for a gateway pod, which verifies the certificate as the edge does. */
export const readConfig = ({ port = 8080, ca = '/run/tls/ca.crt' } = {}): string => {
  const options = {
    host: 'localhost',
    port,
    path: '/api/config',
    servername: `${release}-gateway.${minimalNamespace}.svc`,
  };
  return [
    `const ca = require('node:fs').readFileSync(${JSON.stringify(ca)});`,
    `require('node:https').get({ ...${JSON.stringify(options)}, ca }, (response) => {`,
    '  if (response.statusCode !== 200) throw new Error(String(response.statusCode));',
    '  response.resume();',
    '});',
  ].join('\n');
};

/** The example `minimal`: it installs and becomes ready; with the operator's own accounts, its test passes. */
export const proveMinimal = async (
  options: Options,
  { prove, record, say }: Recorder,
  signal: AbortSignal,
): Promise<void> => {
  const own = ownChart(options);
  const minimal = createInstallation(minimalNamespace, release, signal);
  const example = ['-f', join(root, 'helm/tandem/examples/minimal.values.yaml')];
  say('installing the minimal configuration');
  if (options.minimalValues !== undefined) {
    const values = [...example, '-f', options.minimalValues];
    await prove('minimal installs', () => minimal.apply(own, values));
    await prove('helm test passes in minimal', minimal.test);
    return;
  }
  await installBacking(own);
  await prove('minimal installs', () => minimal.apply(own, [...example, ...ownPeers]));
  await prove('the services of minimal answer', () =>
    kubectl('exec', `deployment/${release}-gateway`, '--', 'node', '-e', readConfig()),
  );
  const detail = 'it signs up at Firebase: --minimal-values names a project';
  record({ claim: 'helm test passes in minimal', result: 'not run', detail });
};

import { natsAdministrator, natsPasswordVariable, natsUsers } from './nats.js';
import { processNames, services, type Need, type Service } from './services.js';

type Env = Record<string, string>;

const composeNatsUrl = (user: string) =>
  `nats://${user}:\${${natsPasswordVariable(user)}:?}@nats:4222`;

const mongoPasswordVariable = (user: string) => `MONGO_PASSWORD_${user.toUpperCase()}`;

/** Variables of a group, with values from .env: deploy/docker/env.mjs writes it. */
const needs: Record<Need, (service: Service) => Env> = {
  mongo: ({ name }) => ({
    MONGO_URL: `mongodb://${name}:\${${mongoPasswordVariable(name)}:?}@mongo:27017/${name}?authSource=${name}&replicaSet=rs0`,
  }),
  nats: ({ name }) => ({ NATS_URL: composeNatsUrl(name) }),
  firebaseAdmin: () => ({
    FIREBASE_PROJECT_ID: '${FIREBASE_PROJECT_ID:-demo-tandem}',
    FIREBASE_AUTH_EMULATOR_HOST: '${FIREBASE_AUTH_EMULATOR_HOST:-}',
    GOOGLE_APPLICATION_CREDENTIALS: '${FIREBASE_KEY_FILE:+/run/secrets/firebase.json}',
  }),
  firebaseWeb: () => ({
    FIREBASE_PROJECT_ID: '${FIREBASE_PROJECT_ID:-demo-tandem}',
    FIREBASE_API_KEY: '${FIREBASE_API_KEY:-}',
    FIREBASE_AUTH_DOMAIN: '${FIREBASE_AUTH_DOMAIN:-}',
    FIREBASE_EMULATOR_ORIGIN: '${FIREBASE_EMULATOR_ORIGIN:-}',
  }),
  assertionKeys: () => ({ ASSERTION_KEYS: '${ASSERTION_KEYS:?}' }),
  assertionPublicKeys: () => ({ ASSERTION_PUBLIC_KEYS: '${ASSERTION_PUBLIC_KEYS:?}' }),
  grantKeys: () => ({ GRANT_KEYS: '${GRANT_KEYS:?}' }),
  grantPublicKeys: () => ({ GRANT_PUBLIC_KEYS: '${GRANT_PUBLIC_KEYS:?}' }),
  passwordKeys: () => ({ SHARE_PASSWORD_KEYS: '${SHARE_PASSWORD_KEYS:?}' }),
  auditKeys: () => ({ AUDIT_KEYS: '${AUDIT_KEYS:?}' }),
  turn: () => ({
    TURN_URLS: '${TURN_URLS:-}',
    TURN_SECRETS: '${TURN_SECRET:?}',
    STUN_URLS: '${STUN_URLS:-}',
  }),
  payments: () => ({
    PAYMENTS_PROVIDER: '${PAYMENTS_PROVIDER:-local}',
    STRIPE_SECRET_KEY: '${STRIPE_SECRET_KEY:-}',
    STRIPE_WEBHOOK_SECRET: '${STRIPE_WEBHOOK_SECRET:-}',
    STRIPE_API_BASE: '${STRIPE_API_BASE:-}',
  }),
  paymentsPublic: () => ({
    PAYMENTS_PROVIDER: '${PAYMENTS_PROVIDER:-local}',
    STRIPE_PUBLISHABLE_KEY: '${STRIPE_PUBLISHABLE_KEY:-}',
    STRIPE_API_BASE: '${STRIPE_API_BASE:-}',
  }),
  push: () => ({
    VAPID_PUBLIC_KEY: '${VAPID_PUBLIC_KEY:-}',
    VAPID_PRIVATE_KEY: '${VAPID_PRIVATE_KEY:-}',
    VAPID_SUBJECT: '${VAPID_SUBJECT:-}',
  }),
  pushPublic: () => ({ VAPID_PUBLIC_KEY: '${VAPID_PUBLIC_KEY:-}' }),
  // The edge is the proxy in front.
  publicUrl: () => ({ PUBLIC_URL: '${PUBLIC_URL:?}', TRUST_PROXY_HOPS: '1' }),
  // The texts are in the environment of every process.
  product: () => ({ STUN_URLS: '${STUN_URLS:-}' }),
};

/** Services without which a service cannot do its main work. The others may become healthy after it. */
const startsAfter: Record<string, readonly string[]> = {
  gateway: ['identity', 'shares', 'billing'],
};

const addressesFor = ({ calls }: Service): Env =>
  Object.fromEntries(
    services.flatMap(({ name, address, port }) =>
      address !== undefined && calls.includes(name) ? [[address, `${name}:${port}`]] : [],
    ),
  );

const environmentOf = (service: Service, processName: string): Env => ({
  ...(service.portVariable ? { [service.portVariable]: String(service.port) } : {}),
  ...(service.probes.portVariable
    ? { [service.probes.portVariable]: String(service.probes.port) }
    : {}),
  ...(service.kind === 'rpc' ? {} : { SERVE_TLS: 'true' }),
  ...(service.kind === 'ws' ? { POD_ID: processName } : {}),
  ...Object.fromEntries(service.needs.flatMap((need) => Object.entries(needs[need](service)))),
  ...addressesFor(service),
});

const dependencies = ({ name, needs: own }: Service): string[] => [
  'certificates',
  ...(own.includes('mongo') ? ['mongo'] : []),
  ...(own.includes('nats') ? ['nats', 'streams'] : []),
  ...(startsAfter[name] ?? []),
];

const nodeServices = services.filter(({ kind }) => kind !== 'static');

/** The edge verifies the names by which it reaches a service. */
const hostsOf = (service: Service): readonly string[] =>
  service.kind === 'rpc' ? [] : processNames(service);

/** By name, with the hosts; that of the edge names the authority. */
const certificates: readonly (readonly [name: string, hosts: readonly string[]])[] = [
  ...services.map((service) => [service.name, hostsOf(service)] as const),
  ['edge', []],
];

/** Holds the certificates of one service; no other service mounts it. */
const tlsVolume = (name: string) => `tls-${name}`;

/** Ports and flags are quoted: YAML would read them as numbers and booleans. */
const entry = ([name, value]: [string, string]) =>
  `    ${name}: ${/^(\d+|true)$/.test(value) ? `'${value}'` : value}`;

const processLines = (service: Service, processName: string): string[] => {
  const isPublic = service.kind !== 'rpc';
  const after = dependencies(service);
  return [
    `${processName}:`,
    '  <<: *service',
    '  build:',
    '    context: .',
    '    dockerfile: deploy/docker/service.Dockerfile',
    `    args: { SERVICE: ${service.name} }`,
    `  image: \${IMAGE_PREFIX:-tandem}/${service.name}:\${TAG:-local}`,
    '  environment:',
    `    <<: ${isPublic ? '[*env, *sampled]' : '*env'}`,
    ...Object.entries(environmentOf(service, processName)).map(entry),
    '  volumes:',
    `    - ${tlsVolume(service.name)}:/run/tls:ro`,
    ...(service.needs.includes('firebaseAdmin')
      ? ["    - '${FIREBASE_KEY_FILE:-/dev/null}:/run/secrets/firebase.json:ro'"]
      : []),
    // A file descriptor per socket.
    ...(service.kind === 'ws' ? ['  ulimits: { nofile: { soft: 1048576, hard: 1048576 } }'] : []),
    ...(after.length > 0
      ? [
          '  depends_on:',
          ...after.map(
            (name) =>
              `    ${name}: { condition: ${name === 'streams' ? 'service_completed_successfully' : 'service_healthy'} }`,
          ),
        ]
      : []),
    '',
  ];
};

/** The services of docker-compose.yml, without `web`, whose image is built differently. */
export const composeServices = (): string =>
  nodeServices
    .flatMap((service) => processNames(service).flatMap((name) => processLines(service, name)))
    .join('\n');

/** Arguments and mounts of the process that issues the certificates. */
export const composeCertificates = (): string =>
  [
    'command:',
    '  - /app/services/_kit/dist/certificates/issue.js',
    '  - --home=/tls',
    // Each volume is mounted by one service only, as another user.
    "  - '--key-mode=444'",
    "  - '--every-hours=24'",
    ...certificates.map(
      ([name, hosts]) => `  - ${hosts.length > 0 ? `${name}=${hosts.join()}` : name}`,
    ),
    'volumes:',
    '  - tls-authority:/tls/authority',
    ...certificates.map(([name]) => `  - ${tlsVolume(name)}:/tls/${name}`),
  ].join('\n');

export const composeVolumes = (): string =>
  ['tls-authority:', ...certificates.map(([name]) => `${tlsVolume(name)}:`)].join('\n');

/** Passwords that the broker's configuration refers to. */
export const composeNatsPasswords = (): string =>
  [
    'environment:',
    ...natsUsers.map(
      ({ name }) => `  ${natsPasswordVariable(name)}: \${${natsPasswordVariable(name)}:?}`,
    ),
  ].join('\n');

/** Passwords of the database's users, which deploy/docker/mongo/users.js creates. */
export const composeMongoPasswords = (): string =>
  services
    .filter(({ needs: own }) => own.includes('mongo'))
    .map(({ name }) => `${mongoPasswordVariable(name)}: \${${mongoPasswordVariable(name)}:?}`)
    .join('\n');

/** Environment of the process that declares the streams. */
export const composeDeclaration = (): string =>
  ['environment:', `  NATS_URL: ${composeNatsUrl(natsAdministrator)}`].join('\n');

import { randomBytes } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { publicKeysOf } from './public-keys.mjs';

const usage = `node deploy/docker/env.mjs [options]

Writes .env, the environment of docker-compose.yml, with new secrets. An .env that exists is kept: its secrets decrypt
stored data.

  --url https://…    a public installation, with a certificate (default: a trial on http://localhost:8080)
  --payments none    no Stripe account, no prices on pages (default: stripe)
  --example          writes .env.example instead, without secrets
`;

const keyBytes = 32;
const key = () => randomBytes(keyBytes).toString('base64url');
/** Begins with a letter: nats-server reads a value that begins with a digit as a number. */
const password = () => `p${randomBytes(18).toString('base64url')}`;

/** Users of the database, as in deploy/docker/mongo/users.js. */
const databaseUsers = ['identity', 'shares', 'billing', 'audit', 'analytics'];

/** Users of the broker, as in deploy/nats/nats.conf. */
const brokerUsers = [
  'jetstream',
  'identity',
  'shares',
  'billing',
  'audit',
  'analytics',
  'turn-credentials',
  'signalling',
  'gateway',
];

/** @typedef {'key' | 'keyring' | 'password' | 'id'} Generated */

/** @typedef {{ name: string, value: string, about?: string }} Line */

/**
 * @param {object} options
 * @param {string} options.url
 * @param {boolean} [options.hasPayments]
 * @param {(kind: Generated) => string} options.secret
 * @returns {(Line | string)[]} lines of variables and headings
 */
export const environment = ({ url, hasPayments = true, secret }) => {
  const { hostname, protocol, port } = new URL(url);
  const isPublic = protocol === 'https:';
  const hasStandIn = hasPayments && !isPublic;
  const assertionKeys = secret('keyring');
  const grantKeys = secret('keyring');
  /** The example has no key to derive one from. @param {string} ring */
  const publicKeys = (ring) => (ring.includes(':') ? publicKeysOf(ring) : ring);
  return [
    'Project of Compose, whose volumes these secrets belong to',
    {
      name: 'COMPOSE_PROJECT_NAME',
      value: `tandem-${secret('id')}`,
      about: 'do not add it to an .env without it: its volumes are those of the project tandem',
    },

    'Address',
    { name: 'PUBLIC_URL', value: new URL(url).origin, about: 'the address for browsers' },
    {
      name: 'SITE_ADDRESS',
      value: isPublic ? hostname : ':8080',
      about: 'with a host name Caddy obtains a certificate; :8080 is plain HTTP',
    },
    // Published ports bypass the firewalls of Linux, and accounts of the demo can be forged.
    { name: 'HTTP_PORT', value: `127.0.0.1:${isPublic ? '8080' : port || '80'}` },
    ...(isPublic
      ? [
          { name: 'TLS_HTTP_PORT', value: '80' },
          { name: 'TLS_PORT', value: '443' },
        ]
      : []),
    {
      name: 'NODE_ENV',
      value: isPublic ? 'production' : 'development',
      about: 'production rejects all stand-ins',
    },
    ...(isPublic
      ? []
      : [{ name: 'COMPOSE_PROFILES', value: 'demo', about: 'starts the stand-ins' }]),

    'Sign-in: a Firebase project, or the emulator of the profile `demo`',
    { name: 'FIREBASE_PROJECT_ID', value: isPublic ? '' : 'demo-tandem' },
    { name: 'FIREBASE_API_KEY', value: isPublic ? '' : 'local-api-key' },
    { name: 'FIREBASE_AUTH_DOMAIN', value: isPublic ? '' : 'localhost' },
    { name: 'FIREBASE_KEY_FILE', value: '', about: 'path of the service account file' },
    { name: 'FIREBASE_AUTH_EMULATOR_HOST', value: isPublic ? '' : 'auth-emulator:9099' },
    { name: 'FIREBASE_EMULATOR_ORIGIN', value: isPublic ? '' : 'http://localhost:9099' },

    'Payments: Stripe, the stand-in of the profile `demo`, or none',
    { name: 'PAYMENTS_PROVIDER', value: hasStandIn ? 'local' : hasPayments ? 'stripe' : 'none' },
    { name: 'STRIPE_SECRET_KEY', value: hasStandIn ? 'sk_test_local' : '' },
    {
      name: 'STRIPE_WEBHOOK_SECRET',
      value: hasStandIn ? `whsec_${secret('key')}` : '',
    },
    { name: 'STRIPE_PUBLISHABLE_KEY', value: hasStandIn ? 'pk_test_local' : '' },
    {
      name: 'STRIPE_API_BASE',
      value: hasStandIn ? 'http://payments-stand-in:12111' : '',
      about: 'empty: the Stripe API',
    },

    'Web Push, optional: a pair of keys (npx web-push generate-vapid-keys) and a contact, mailto: or https:',
    { name: 'VAPID_PUBLIC_KEY', value: '' },
    { name: 'VAPID_PRIVATE_KEY', value: '' },
    { name: 'VAPID_SUBJECT', value: '' },
    { name: 'PUSH_SERVICE_HOSTS', value: '', about: 'default: those of four vendors' },

    'Audit log, optional: a time-stamping service (RFC 3161)',
    { name: 'AUDIT_TIMESTAMP_URL', value: '' },

    'Plans; empty: the defaults in README.md. Every account begins with FREE',
    {
      name: 'FREE_MONTHLY_SHARES',
      value: hasPayments ? '' : 'unlimited',
      about: 'a number, or unlimited',
    },
    ...['EXPIRY_DAYS', 'MAX_FILE_BYTES'].flatMap((name) =>
      ['FREE', 'PRO', 'PROFOREVER'].map((plan) => ({ name: `${name}_${plan}`, value: '' })),
    ),

    'Product and policy; empty: the defaults in README.md',
    ...[
      ...['PRODUCT_NAME', 'PRODUCT_SLUG', 'SUPPORT_EMAIL', 'TESTIMONIALS', 'WRONG_PASSWORD_LIMIT'],
      ...['SESSION_IDLE_HOURS', 'SESSION_LIFETIME_HOURS', 'AUDIT_RETENTION_MONTHS'],
      ...['REFUSE_COMMON_PASSWORDS', 'FIREBASE_TOTP', 'CAN_CANCEL_PROFOREVER', 'RATE_LIMIT_SCALE'],
    ].map((name) => ({ name, value: '' })),

    'Links of the operator in the footer of every page, optional: https URLs; the contact may be mailto:',
    ...['IMPRINT_URL', 'STATUS_URL', 'SOURCE_URL', 'SECURITY_CONTACT'].map((name) => ({
      name,
      value: '',
    })),

    'Relay (coturn); without TURN_URLS connections are direct only',
    { name: 'TURN_REALM', value: hostname },
    {
      name: 'TURN_EXTERNAL_IP',
      value: '',
      about: 'public/private behind NAT, e.g. 198.51.100.7/10.0.0.7',
    },
    {
      name: 'TURN_URLS',
      value: `turn:${hostname}:3478?transport=udp,turn:${hostname}:3478?transport=tcp`,
    },
    { name: 'STUN_URLS', value: '', about: 'default: two public servers' },
    { name: 'TURN_PRICE_PER_GB', value: '', about: 'US dollars, for the admin dashboard' },

    'Secrets: store them with your backups. Key rings accept a second key for rotation; the first signs',
    { name: 'ASSERTION_KEYS', value: assertionKeys },
    { name: 'ASSERTION_PUBLIC_KEYS', value: publicKeys(assertionKeys) },
    { name: 'GRANT_KEYS', value: grantKeys },
    { name: 'GRANT_PUBLIC_KEYS', value: publicKeys(grantKeys) },
    { name: 'SHARE_PASSWORD_KEYS', value: secret('keyring') },
    { name: 'AUDIT_KEYS', value: secret('keyring') },
    { name: 'TURN_SECRET', value: secret('key') },
    { name: 'MONGO_ROOT_PASSWORD', value: secret('password') },
    ...databaseUsers.map((user) => ({
      name: `MONGO_PASSWORD_${user.toUpperCase()}`,
      value: secret('password'),
    })),
    { name: 'MONGO_KEYFILE', value: secret('key') },
    ...brokerUsers.map((user) => ({
      name: `NATS_PASSWORD_${user.toUpperCase().replaceAll('-', '_')}`,
      value: secret('password'),
    })),
    { name: 'GRAFANA_PASSWORD', value: secret('password') },
  ];
};

/**
 * Whether it is an address of a public installation, or of a demo, whose accounts can be forged: on this machine only.
 * @param {string} url
 */
const isUsable = (url) =>
  URL.canParse(url) &&
  (new URL(url).protocol === 'https:' ||
    /^http:\/\/(localhost|127\.0\.0\.1)(:|$)/.test(new URL(url).origin));

/**
 * Whether the box answers at it: with a certificate it publishes 443, and the pages are at the root.
 * @param {string} url
 */
const isServed = (url) => {
  const { protocol, port, pathname } = new URL(url);
  return (protocol === 'http:' || port === '') && pathname === '/';
};

/** @param {(Line | string)[]} lines */
export const render = (lines) =>
  lines
    .map((line) => {
      if (typeof line === 'string') return `\n# ${line}`;
      return `${line.about ? `# ${line.about}\n` : ''}${line.name}=${line.value}`;
    })
    .join('\n')
    .trimStart() + '\n';

/** @param {Generated} kind */
const fresh = (kind) => {
  // A random id: after a loss it must not name another key, or what the lost one signed would count as forged.
  if (kind === 'keyring') return `k${randomBytes(4).toString('hex')}:${key()}`;
  if (kind === 'key') return key().replace(/[-_]/g, 'x');
  return kind === 'id' ? randomBytes(4).toString('hex') : password();
};

export const example = () =>
  `# Written by node deploy/docker/env.mjs --example; run it without the flag for an .env with secrets.\n\n` +
  render(environment({ url: 'http://localhost:8080', secret: () => 'generated' }));

/** Exit code for wrong arguments (`EX_USAGE` of sysexits.h). */
const usageExitCode = 64;

/** Undefined for arguments that the script does not know. */
const readArguments = () => {
  try {
    return parseArgs({
      options: {
        url: { type: 'string', default: 'http://localhost:8080' },
        payments: { type: 'string', default: 'stripe' },
        example: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    }).values;
  } catch {
    return undefined;
  }
};

/** @param {{url: string, payments: string}} values @returns {string | undefined} */
const faultOf = ({ url, payments }) => {
  if (!['stripe', 'none'].includes(payments)) return '--payments must be stripe or none';
  if (!isUsable(url))
    return '--url must begin with https://, or with http://localhost for a demo: its accounts can be forged';
  if (!isServed(url))
    return '--url must be without a port or path, except for the port of http://localhost';
  return undefined;
};

/** @param {string} text @param {number} exitCode */
const refuse = (text, exitCode) => {
  process.stderr.write(text);
  process.exitCode = exitCode;
};

const main = () => {
  const values = readArguments();
  if (values === undefined) return refuse(usage, usageExitCode);
  if (values.help) return void process.stdout.write(usage);
  const fault = faultOf(values);
  if (fault !== undefined) return refuse(`${fault}\n`, usageExitCode);
  /** @param {string} name */
  const at = (name) => fileURLToPath(new URL(`../../${name}`, import.meta.url));
  if (values.example) return writeFileSync(at('.env.example'), example());
  if (existsSync(at('.env')))
    return refuse('.env exists and is kept: its secrets decrypt stored data.\n', 1);
  const { url, payments } = values;
  const text = render(environment({ url, hasPayments: payments !== 'none', secret: fresh }));
  writeFileSync(at('.env'), text, { mode: 0o600 });
  process.stdout.write(`.env written for ${url}\n`);
};

if (process.argv[1] === fileURLToPath(import.meta.url)) main();

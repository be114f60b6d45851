/**
 * The processes of the product, as data. A new service is one more line here; ports, addresses and
 * secrets follow from it (see service-env.mjs).
 *
 * @typedef {'mongo' | 'nats' | 'firebaseAdmin' | 'firebaseWeb' | 'grantKeys' | 'passwordKeys' | 'auditKeys' | 'turn'
 *   | 'payments' | 'paymentsPublic' | 'publicUrl'} Need
 *
 * @typedef {object} Service
 * @property {string} name unique
 * @property {string} folder its workspace
 * @property {'rpc' | 'ws' | 'http'} serves what it listens for besides its metrics
 * @property {string} [address] variable under which others find it
 * @property {Need[]} needs groups of variables it gets; it gets no other secret
 * @property {string[]} [calls] services whose address it gets
 */

/** @type {Service[]} */
const rpcServices = [
  {
    name: 'identity',
    folder: 'services/identity',
    serves: 'rpc',
    address: 'IDENTITY_ADDR',
    needs: ['mongo', 'nats', 'firebaseAdmin'],
  },
  {
    name: 'shares',
    folder: 'services/shares',
    serves: 'rpc',
    address: 'SHARES_ADDR',
    needs: ['mongo', 'nats', 'grantKeys', 'passwordKeys'],
  },
  {
    name: 'billing',
    folder: 'services/billing',
    serves: 'rpc',
    address: 'BILLING_ADDR',
    needs: ['mongo', 'nats', 'payments'],
  },
  {
    name: 'audit',
    folder: 'services/audit',
    serves: 'rpc',
    address: 'AUDIT_ADDR',
    needs: ['mongo', 'nats', 'auditKeys'],
  },
  {
    name: 'analytics',
    folder: 'services/analytics',
    serves: 'rpc',
    address: 'ANALYTICS_ADDR',
    needs: ['mongo', 'nats'],
  },
  {
    name: 'turn-credentials',
    folder: 'services/turn-credentials',
    serves: 'rpc',
    address: 'TURN_ADDR',
    needs: ['grantKeys', 'turn'],
  },
];

/** Two, so that the path between two of them is used every day and not first in production. */
const SIGNALLING_PROCESSES = 2;

/** @type {Service[]} */
const signalling = Array.from({ length: SIGNALLING_PROCESSES }, (_, index) => ({
  name: `signalling-${index + 1}`,
  folder: 'services/signalling',
  serves: 'ws',
  needs: ['nats', 'grantKeys', 'publicUrl'],
  calls: ['identity', 'shares'],
}));

/** @type {Service} */
const gateway = {
  name: 'gateway',
  folder: 'gateway',
  serves: 'http',
  needs: ['grantKeys', 'firebaseWeb', 'paymentsPublic', 'publicUrl'],
  calls: rpcServices.map(({ name }) => name),
};

/** @type {Service[]} */
export const topology = [...rpcServices, ...signalling, gateway];

export type Need =
  | 'mongo'
  | 'nats'
  | 'firebaseAdmin'
  | 'firebaseWeb'
  | 'grantKeys'
  | 'passwordKeys'
  | 'auditKeys'
  | 'turn'
  | 'payments'
  | 'paymentsPublic'
  | 'publicUrl';

/** A process of the product. Ports, addresses and secrets follow from it: see service-env.ts. */
export interface Service {
  /** Unique. */
  name: string;
  /** Its workspace. */
  folder: string;
  /** Its protocol, besides the HTTP of its metrics. */
  serves: 'rpc' | 'ws' | 'http';
  /** The variable that passes its address to its callers. */
  address?: string;
  /** Groups of variables it receives; it receives no other secret. */
  needs: Need[];
  /** Services whose address it receives. */
  calls?: string[];
}

const rpcServices: Service[] = [
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

/** Two, so that development and tests exercise the path between two pods. */
const SIGNALLING_PROCESSES = 2;

const signalling: Service[] = Array.from({ length: SIGNALLING_PROCESSES }, (_, index) => ({
  name: `signalling-${index + 1}`,
  folder: 'services/signalling',
  serves: 'ws',
  needs: ['nats', 'grantKeys', 'publicUrl'],
  calls: ['identity', 'shares'],
}));

const gateway: Service = {
  name: 'gateway',
  folder: 'gateway',
  serves: 'http',
  needs: ['grantKeys', 'firebaseWeb', 'paymentsPublic', 'publicUrl'],
  calls: rpcServices.map(({ name }) => name),
};

export const topology: readonly Service[] = [...rpcServices, ...signalling, gateway];

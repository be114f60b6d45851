import { root } from '../../bootstrap/exec.mjs';
import { fileURLToPath } from 'node:url';
import { readPino } from '../processes/output.mjs';
import { whenPrinted } from '../processes/ready.mjs';

const script = fileURLToPath(new URL('../../stripe-stand-in/server.mjs', import.meta.url));

/**
 * The payment stand-in; reports to the product through the same door as the real provider.
 * @param {{port: number, webhookUrl: string, webhookSecret: string, env: Record<string, string>}} options
 * @returns {import('../processes/child.mjs').ChildSpec}
 */
export const stripeSpec = ({ port, webhookUrl, webhookSecret, env }) => ({
  name: 'stripe',
  command: process.execPath,
  args: [script],
  cwd: root,
  env: {
    ...env,
    HOST: '127.0.0.1',
    PORT: String(port),
    STRIPE_WEBHOOK_URL: webhookUrl,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
  },
  tier: 0,
  isGate: false,
  ready: whenPrinted(/^READY$/),
  read: readPino,
  lossNote: 'it kept customers and subscriptions in memory',
});

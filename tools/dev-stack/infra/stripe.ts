import { fileURLToPath } from 'node:url';
import type { ChildSpec } from '../processes/child.js';
import { readPino } from '../processes/output.js';
import { whenPrinted } from '../processes/ready.js';
import { runTypeScript } from '../processes/run-typescript.js';

const script = fileURLToPath(new URL('../../stripe-stand-in/server.ts', import.meta.url));

interface StripeOptions {
  port: number;
  webhookUrl: string;
  webhookSecret: string;
  env: Record<string, string>;
}

/** The payment stand-in; it sends webhooks to the gateway like Stripe. */
export const stripeSpec = ({ port, webhookUrl, webhookSecret, env }: StripeOptions): ChildSpec => ({
  name: 'stripe',
  ...runTypeScript(script),
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
  lossNote: 'customers and subscriptions were in memory',
});

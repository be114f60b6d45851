import express, { type RequestHandler } from 'express';
import { ServiceError } from '@tandem/kit';
import type { Services } from '../clients.js';

export const webhookPath = '/api/webhooks/stripe';

/** Stripe's events stay far below; the signature covers the bytes as they came. */
const maxBytes = '512kb';

/** The payment provider's door: no session, no origin check, only a signature that billing verifies. */
export const stripeWebhook = ({ billing }: Services): RequestHandler[] => [
  express.raw({ type: () => true, limit: maxBytes }),
  async (request, response) => {
    const signature = request.get('stripe-signature') ?? '';
    const body: unknown = request.body;
    if (
      !Buffer.isBuffer(body) ||
      body.length === 0 ||
      signature === '' ||
      signature.length > 1024
    ) {
      throw new ServiceError('invalid-argument', 'invalid-signature', 'The signature is missing.');
    }
    await billing.handleWebhook({ body, signature });
    response.set('Cache-Control', 'no-store').json({ received: true });
  },
];

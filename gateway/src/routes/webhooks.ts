import { ServiceError } from '@tandem/kit';
import express, { type RequestHandler } from 'express';
import type { Services } from '../clients.js';

export const webhookPath = '/api/webhooks/stripe';

/** Far above the size of Stripe's events. The body stays raw, because the signature covers its bytes. */
const maxBytes = '512kb';

/** Stripe webhooks: no session and no origin check; billing verifies the signature. */
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
      throw new ServiceError('invalid-argument', 'invalid-signature', 'Missing signature.');
    }
    await billing.handleWebhook({ body, signature });
    response.set('Cache-Control', 'no-store').json({ received: true });
  },
];

import { ServiceError } from '@tandem/kit';

export interface Webhooks {
  /** Rejects with `invalid-argument` / `invalid-signature` for anything the provider did not sign. */
  handle(request: { body: Uint8Array; signature: string }): Promise<void>;
}

/** For an environment without a payment provider. */
export const noWebhooks: Webhooks = {
  handle: () =>
    Promise.reject(
      new ServiceError(
        'unavailable',
        'payments-not-configured',
        'Payments are not available here.',
      ),
    ),
};

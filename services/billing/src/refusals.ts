import { ServiceError } from '@tandem/kit';

/** A setting of the deployment; pages then offer no cancellation. */
export const foreverStays = (): ServiceError =>
  new ServiceError(
    'failed-precondition',
    'plan-not-cancellable',
    'ProForever is paid once and cannot be cancelled.',
  );

/** The user has another plan than the one that the caller decided about. */
export const planHasChanged = (): ServiceError =>
  new ServiceError(
    'conflict',
    'plan-changed',
    'The plan has changed in the meantime, so nothing was done. Please check it and try again.',
  );

/** Every attempt collided with a change by another writer. */
export const planIsBusy = (): ServiceError =>
  new ServiceError('unavailable', 'plan-is-busy', 'The plan is being changed. Try again.');

/** Refuses a call about payments where the deployment takes none. */
export const paymentsDisabled = (): ServiceError =>
  new ServiceError(
    'failed-precondition',
    'payments-disabled',
    'This server takes no payments. An admin can change your plan.',
  );

/** A second purchase would pay twice, or for a subscription that the first one ends without refund. */
export const paymentIsProcessing = (): ServiceError =>
  new ServiceError(
    'failed-precondition',
    'payment-processing',
    'Your bank is still processing your payment. Your plan changes once it is complete.',
  );

/** There is no key of the payment provider, or one that cannot be used. */
export class PaymentsNotConfigured extends ServiceError {
  constructor(options: { cause?: unknown } = {}) {
    const message = 'Payments are not configured on this server.';
    super('unavailable', 'payments-not-configured', message, options);
  }
}

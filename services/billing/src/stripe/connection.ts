import { ServiceError } from '@tandem/kit';
import Stripe from 'stripe';
import { SavedFailure, UnknownAtProvider } from '../payments.js';

/** The most objects of one list that are read. */
export const maxListed = 1_000;
const timeoutMs = 10_000;

export interface StripeOptions {
  secretKey: string;
  /** Base URL of the API if it is not Stripe's. */
  apiBase?: string | undefined;
  /** For tests that run the stand-in in their own process. */
  httpClient?: Stripe.HttpClient;
  /** Retries of a failed request with the same idempotency key. */
  maxNetworkRetries?: number;
}

export const connectStripe = (options: StripeOptions): Stripe => {
  const { secretKey, apiBase, httpClient, maxNetworkRetries = 2 } = options;
  const base = apiBase === undefined ? undefined : new URL(apiBase);
  return new Stripe(secretKey, {
    maxNetworkRetries,
    timeout: timeoutMs,
    telemetry: false,
    ...(httpClient && { httpClient }),
    ...(base && {
      host: base.hostname,
      port: base.port || (base.protocol === 'https:' ? 443 : 80),
      protocol: base.protocol === 'https:' ? 'https' : 'http',
    }),
  });
};

export const isMissing = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing';

/** Of a connection that failed, such as ENOTFOUND. */
const systemCode = ({ detail }: Stripe.errors.StripeError): string =>
  detail instanceof Error && 'code' in detail ? String(detail.code) : '';

/** The provider's errors contain whole objects, including secrets: log none of their content. */
export const translate = (error: unknown): unknown => {
  if (!(error instanceof Stripe.errors.StripeError)) return error;
  const isTheirs =
    error instanceof Stripe.errors.StripeConnectionError ||
    error instanceof Stripe.errors.StripeRateLimitError ||
    error instanceof Stripe.errors.StripeAPIError;
  const code = error.code ?? systemCode(error);
  const what = `payment provider: ${error.type} ${code} ${error.param ?? ''}`.trim();
  if (!isTheirs) return new Error(what);
  return new ServiceError(
    'unavailable',
    'payment-provider-unavailable',
    'The payment provider does not answer. Please try again.',
    { cause: new Error(what) },
  );
};

/** `translate` for calls about a customer. */
export const translateForCustomer = (error: unknown): unknown =>
  isMissing(error) ? new UnknownAtProvider({ cause: translate(error) }) : translate(error);

/** Runs a provider call; rejects with a service error. */
export const askProvider = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  try {
    return await work();
  } catch (error) {
    throw translate(error);
  }
};

/**
 * Stripe saves the answer of the first request under a key, errors included, and repeats it for a day; it refuses other
 * parameters, such as another e-mail address. Only that shows that the first request is over: after any other error a
 * call under the same key may still succeed, and another key would buy twice.
 * https://docs.stripe.com/api/idempotent_requests
 */
const isSavedFailure = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeIdempotencyError ||
  (error instanceof Stripe.errors.StripeError && error.headers?.['idempotent-replayed'] === 'true');

/** `askProvider` for a call under an idempotency key; rejects with `SavedFailure` if another key is needed. */
export const askUnderKey = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  try {
    return await work();
  } catch (error) {
    const translated = translateForCustomer(error);
    throw isSavedFailure(error) ? new SavedFailure(translated) : translated;
  }
};

/** Of a reference, which Stripe may have expanded to the object. */
export const idOf = (reference: string | { id: string } | null | undefined): string | undefined =>
  typeof reference === 'string' ? reference : reference?.id;

/** @param seconds since the epoch */
export const date = (seconds: number) => new Date(seconds * 1000);

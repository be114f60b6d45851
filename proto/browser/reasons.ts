/** Reasons of problem documents: stable names of refusals, for programs. */
export const problemReasons = [
  // Any request.
  'body-too-large',
  'foreign-origin',
  'internal-error',
  'malformed-json',
  'malformed-request',
  'no-such-call',
  'not-found',
  'service-unavailable',
  'too-many-requests',
  'unsupported-media-type',
  // Credentials.
  'account-disabled',
  'expired-token',
  'foreign-user',
  'identity-provider-unavailable',
  'invalid-token',
  'no-participant',
  'not-an-admin',
  'not-signed-in',
  'revoked-session',
  'stale-token',
  'user-not-found',
  // Shares.
  'access-denied',
  'account-deleted',
  'broker-unavailable',
  'create-too-slow',
  'expiry-out-of-range',
  'file-too-large',
  'information-required',
  'invalid-email',
  'no-proof',
  'password-required',
  'share-busy',
  'share-expired',
  'share-limit-reached',
  'share-not-expired',
  'share-not-found',
  'too-many-attempts',
  'unknown-file-size',
  // Payments.
  'customer-busy',
  'invalid-signature',
  'no-subscription',
  'payment-provider-unavailable',
  'payments-not-configured',
  'payments-unavailable',
  'plan-is-busy',
  // Transfer reports.
  'implausible-times',
  'too-many-reports',
] as const;

/** `invalid-<field>` names the field, or the part of the request, that failed validation. */
export type ProblemReason = (typeof problemReasons)[number] | `invalid-${string}`;

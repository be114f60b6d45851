/** What a server's refusal says in another language than English, in which the server writes it. */

import type { ErrorCode } from '@tandem/proto/browser/close-codes';
import type { problemReasons } from '@tandem/proto/browser/reasons';

/** One sentence for all reasons after which a person does the same. */
export interface Refusals {
  accessDenied: string;
  accountDeleted: string;
  accountDisabled: string;
  auditDamaged: string;
  busy: string;
  createAgain: string;
  detailsMissing: string;
  downloadLimit: string;
  expiry: string;
  fileTooLarge: string;
  invalidEmail: string;
  noNotices: string;
  noSubscription: string;
  notAllowed: string;
  notConfirmed: string;
  notFound: string;
  otherAccount: string;
  passwordChanged: string;
  passwordMissing: string;
  paymentProcessing: string;
  paymentsOff: string;
  planChanged: string;
  planStays: string;
  recentSignIn: string;
  rejected: string;
  replaced: string;
  roomFull: string;
  sessionOver: string;
  shareEnded: string;
  shareExpired: string;
  shareGone: string;
  shareLimit: string;
  shareRuns: string;
  signedOut: string;
  tooMany: string;
  tooManyNotices: string;
  unexpected: string;
  unknownPush: string;
  userGone: string;
  weakPassword: string;
}

type Reason = (typeof problemReasons)[number] | ErrorCode;

const sentenceOf: Readonly<Record<Reason, keyof Refusals>> = {
  'body-too-large': 'rejected',
  'foreign-origin': 'notAllowed',
  'https-required': 'notAllowed',
  'internal-error': 'unexpected',
  'malformed-json': 'rejected',
  'malformed-request': 'rejected',
  'no-such-call': 'rejected',
  'not-found': 'notFound',
  overloaded: 'busy',
  'service-unavailable': 'busy',
  'too-many-requests': 'tooMany',
  'unsupported-media-type': 'rejected',
  'account-disabled': 'accountDisabled',
  'expired-session': 'signedOut',
  'expired-token': 'signedOut',
  'foreign-user': 'notAllowed',
  'identity-provider-unavailable': 'busy',
  'invalid-token': 'signedOut',
  'no-participant': 'notAllowed',
  'not-an-admin': 'notAllowed',
  'no-session': 'signedOut',
  'not-signed-in': 'signedOut',
  'other-account': 'otherAccount',
  'recent-sign-in-required': 'recentSignIn',
  'revoked-session': 'signedOut',
  'session-not-found': 'sessionOver',
  'stale-token': 'signedOut',
  'user-not-found': 'userGone',
  'access-denied': 'accessDenied',
  'account-deleted': 'accountDeleted',
  'broker-unavailable': 'busy',
  'create-in-progress': 'busy',
  'create-too-slow': 'busy',
  'delivery-not-confirmed': 'notConfirmed',
  'expiry-out-of-range': 'expiry',
  'file-too-large': 'fileTooLarge',
  'idempotency-key-reused': 'createAgain',
  'download-limit-too-low': 'downloadLimit',
  'idempotency-key-used': 'createAgain',
  'information-required': 'detailsMissing',
  'invalid-email': 'invalidEmail',
  'no-proof': 'passwordMissing',
  'password-required': 'passwordMissing',
  'share-busy': 'busy',
  'share-expired': 'shareExpired',
  'share-limit-reached': 'shareLimit',
  'share-not-expired': 'shareRuns',
  'share-not-found': 'shareGone',
  'too-many-attempts': 'tooMany',
  'unknown-file-size': 'rejected',
  'push-disabled': 'noNotices',
  'push-service-unknown': 'unknownPush',
  'too-many-notices': 'tooManyNotices',
  'weak-password': 'weakPassword',
  'customer-busy': 'busy',
  'invalid-signature': 'rejected',
  'no-subscription': 'noSubscription',
  'payment-provider-unavailable': 'busy',
  'payment-processing': 'paymentProcessing',
  'payments-disabled': 'paymentsOff',
  'payments-not-configured': 'paymentsOff',
  'payments-unavailable': 'paymentsOff',
  'plan-changed': 'planChanged',
  'plan-is-busy': 'busy',
  'plan-not-cancellable': 'planStays',
  'implausible-times': 'rejected',
  'too-many-reports': 'tooMany',
  'audit-log-damaged': 'auditDamaged',
  'other-receipt-submitted': 'rejected',
  'receipts-differ': 'rejected',
  'waiting-for-other-side': 'notConfirmed',
  draining: 'busy',
  'malformed-frame': 'unexpected',
  'join-timeout': 'busy',
  'join-first': 'unexpected',
  'share-ended': 'shareEnded',
  'password-changed': 'passwordChanged',
  replaced: 'replaced',
  'peer-id-taken': 'busy',
  'room-full': 'roomFull',
  'frame-too-large': 'unexpected',
  'sdp-too-large': 'unexpected',
  'candidate-too-large': 'unexpected',
  'check-over': 'unexpected',
  'rate-exceeded': 'tooMany',
  'too-many-sockets': 'tooMany',
  'slow-consumer': 'busy',
  unavailable: 'busy',
  'session-ended': 'signedOut',
  'not-joined': 'busy',
  'already-joined': 'unexpected',
  'unknown-type': 'unexpected',
  'wrong-share': 'unexpected',
  'no-peer': 'busy',
  'target-required': 'unexpected',
  'unknown-peer': 'unexpected',
  'peer-gone': 'busy',
  'peer-unreachable': 'busy',
};

const isKnown = (reason: string): reason is Reason => Object.hasOwn(sentenceOf, reason);

/** A reason of a newer server keeps the server's text. */
export const refusalsIn = (sentences: Refusals) => ({
  describe: (reason: string): string | undefined => {
    if (isKnown(reason)) return sentences[sentenceOf[reason]];
    return reason.startsWith('invalid-') ? sentences.rejected : undefined;
  },
});

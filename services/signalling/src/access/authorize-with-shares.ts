import { createHmac } from 'node:crypto';
import {
  inSpan,
  requestContextFrom,
  runInRequest,
  ServiceError,
  type Keyring,
  type Logger,
} from '@tandem/kit';
import type { GrpcClient } from '@tandem/kit/grpc';
import type { IdentityServiceDefinition } from '@tandem/proto/tandem/identity/v1/identity';
import type { SharesServiceDefinition } from '@tandem/proto/tandem/shares/v1/shares';
import type { Authority, JoinRequest, Verdict } from './authorize.js';
import { createOpenGrant, type OpenGrant } from './grant.js';
import { closeReasons, type CloseReason } from '../protocol/close-codes.js';
import { isRole } from '../protocol/role.js';

export interface AuthorityParts {
  readonly shares: Pick<GrpcClient<typeof SharesServiceDefinition>, 'authorizeJoin'>;
  readonly identity: Pick<GrpcClient<typeof IdentityServiceDefinition>, 'authenticate'>;
  readonly keys: Keyring;
  readonly logger: Logger;
  readonly nowMs: () => number;
}

const refuse = (closeReason: CloseReason): Verdict => ({ outcome: 'refused', closeReason });

/** Undefined unless the grant holds for this share. */
const byGrant = (
  { grant, shareId }: JoinRequest,
  openGrant: OpenGrant,
  nowMs: number,
): Verdict | undefined => {
  const opened = grant === '' ? undefined : openGrant(grant, nowMs);
  if (opened?.shareId !== shareId) return undefined;
  return {
    outcome: 'admitted',
    role: opened.role,
    viewerId: opened.viewerId,
    assertedAtMs: opened.issuedAtMs,
    shareExpiresAtMs: opened.shareExpiresAtMs,
    by: 'grant',
  };
};

/** Unknown share, wrong password and stopped share look alike from outside. */
const closeReasonForError = (error: unknown): CloseReason => {
  if (!(error instanceof ServiceError)) return closeReasons.unavailable;
  if (error.code === 'resource-exhausted') return closeReasons.tooManyAttempts;
  if (error.code === 'unavailable') return closeReasons.unavailable;
  return closeReasons.accessDenied;
};

/**
 * A grant is checked here, without a call. Otherwise the shares service decides: it knows the owner, checks the
 * password, throttles guessing for all pods together and writes the audit events.
 */
export const createAuthority = (parts: AuthorityParts): Authority => {
  const openGrant = createOpenGrant(parts.keys);

  const callerUid = async (sessionCookie: string): Promise<string> => {
    if (sessionCookie === '') return '';
    try {
      const user = await parts.identity.authenticate({
        credential: { $case: 'sessionCookie', value: sessionCookie },
      });
      return user.uid;
    } catch (error) {
      // A stale cookie does not stop somebody who has the password.
      if (error instanceof ServiceError && error.code === 'unauthenticated') return '';
      throw error;
    }
  };

  /** Who a visitor without a grant is: enough to let them replace their own old socket and nobody else's. */
  const visitorId = (request: JoinRequest, uid: string) =>
    createHmac('sha256', parts.keys.primary.key)
      .update(uid === '' ? `address:${request.ipAddress}` : `uid:${uid}`)
      .digest('base64url')
      .slice(0, 22);

  const byShares = async (request: JoinRequest): Promise<Verdict> => {
    const assertedAtMs = parts.nowMs();
    const uid = await callerUid(request.sessionCookie);
    if (uid === '' && request.password === '') return refuse(closeReasons.accessDenied);
    const viewerId = visitorId(request, uid);
    const result = await parts.shares.authorizeJoin({
      shareId: request.shareId,
      password: request.password,
      callerUid: uid,
      client: { ipAddress: request.ipAddress, userAgent: request.userAgent },
      viewerId,
    });
    if (!isRole(result.role)) throw new Error('the shares service answered without a role');
    return {
      outcome: 'admitted',
      role: result.role,
      viewerId,
      assertedAtMs,
      shareExpiresAtMs: result.shareExpiresAt?.getTime(),
      by: result.role === 'sender' ? 'session' : 'password',
    };
  };

  const ask = async (request: JoinRequest): Promise<Verdict> => {
    try {
      return await inSpan('check join', { parent: request.traceparent }, (traceparent) =>
        runInRequest(requestContextFrom(undefined, traceparent), () => byShares(request)),
      );
    } catch (error) {
      const closeReason = closeReasonForError(error);
      if (!(error instanceof ServiceError)) parts.logger.error({ err: error }, 'join not checked');
      else if (closeReason === closeReasons.unavailable) {
        parts.logger.warn({ reason: error.reason }, 'join could not be checked');
      }
      return refuse(closeReason);
    }
  };

  return {
    authorise: (request) => byGrant(request, openGrant, parts.nowMs()) ?? ask(request),
  };
};

import {
  failureFields,
  inSpan,
  requestContextFrom,
  runInRequest,
  ServiceError,
  type Logger,
  type VerificationKeys,
} from '@tandem/kit';
import { onBehalfOf, type GrpcClient } from '@tandem/kit/grpc';
import type { IdentityServiceDefinition } from '@tandem/proto/tandem/identity/v1/identity';
import type { SharesServiceDefinition } from '@tandem/proto/tandem/shares/v1/shares';
import { closeReasons, type CloseReason } from '../protocol/close-codes.js';
import { isRole } from '../protocol/role.js';
import type { Authorize, JoinRequest, Verdict } from './authorize.js';
import { createOpenGrant, type OpenGrant } from './grant.js';

export interface AuthorizeOptions {
  readonly shares: Pick<GrpcClient<typeof SharesServiceDefinition>, 'authorizeJoin'>;
  readonly identity: Pick<
    GrpcClient<typeof IdentityServiceDefinition>,
    'authenticate' | 'findEndedSessions'
  >;
  readonly keys: VerificationKeys;
  readonly logger: Logger;
  readonly nowMs: () => number;
}

const refuse = (closeReason: CloseReason): Verdict => ({ outcome: 'refused', closeReason });

type Admitted = Extract<Verdict, { outcome: 'admitted' }>;

/** Undefined unless the grant is valid for this share. */
const byGrant = (
  { grant, shareId }: JoinRequest,
  openGrant: OpenGrant,
  nowMs: number,
): Admitted | undefined => {
  const opened = grant === '' ? undefined : openGrant(grant, nowMs);
  if (opened?.shareId !== shareId) return undefined;
  return {
    outcome: 'admitted',
    role: opened.role,
    viewerId: opened.viewerId,
    assertedAtMs: opened.issuedAtMs,
    shareExpiresAtMs: opened.shareExpiresAtMs,
    shareEpoch: opened.epoch,
    sessionId: opened.sessionId,
    credential: 'grant',
  };
};

/** An unknown share, a wrong password and a stopped share are indistinguishable to all clients but the owner's. */
const closeReasonForError = (error: unknown): CloseReason => {
  if (!(error instanceof ServiceError)) return closeReasons.unavailable;
  if (error.code === 'resource-exhausted') return closeReasons.tooManyAttempts;
  if (error.code === 'unavailable') return closeReasons.unavailable;
  // Shares gives this reason to the owner by session only.
  if (error.reason === closeReasons.shareEnded.errorCode) return closeReasons.shareEnded;
  return closeReasons.accessDenied;
};

/**
 * Verifies a grant without a call, except that identity is asked whether the session of a sender's grant has ended. For
 * other credentials the shares service decides: it identifies the owner, checks the password, throttles guesses across
 * all pods and records the audit events.
 */
export const createAuthorize = (options: AuthorizeOptions): Authorize => {
  const openGrant = createOpenGrant(options.keys);

  const callerOf = async (
    sessionCookie: string,
  ): Promise<{ assertion: string; sessionId: string } | undefined> => {
    if (sessionCookie === '') return undefined;
    try {
      return await options.identity.authenticate({
        credential: { $case: 'sessionCookie', value: sessionCookie },
      });
    } catch (error) {
      // An expired session must not prevent access by password.
      if (error instanceof ServiceError && error.code === 'unauthenticated') return undefined;
      throw error;
    }
  };

  const byShares = async (request: JoinRequest): Promise<Verdict> => {
    const assertedAtMs = options.nowMs();
    const user = await callerOf(request.sessionCookie);
    if (!user && request.password === '') {
      // A recipient whose grant has expired may also have an old session cookie; the grant is what they have lost.
      const wasBySession = request.sessionCookie !== '' && request.grant === '';
      return refuse(wasBySession ? closeReasons.sessionEnded : closeReasons.accessDenied);
    }
    const result = await options.shares.authorizeJoin(
      {
        shareId: request.shareId,
        password: request.password,
        client: { ipAddress: request.ipAddress, userAgent: request.userAgent },
      },
      onBehalfOf(user),
    );
    if (!isRole(result.role)) throw new Error('the shares service returned no role');
    return {
      outcome: 'admitted',
      role: result.role,
      viewerId: result.viewerId,
      assertedAtMs,
      shareExpiresAtMs: result.shareExpiresAt?.getTime(),
      shareEpoch: result.epoch,
      // A receiver's password stays valid without the session.
      sessionId: result.role === 'sender' ? (user?.sessionId ?? '') : '',
      credential: result.role === 'sender' ? 'session' : 'password',
    };
  };

  const authorizeRemotely = async (request: JoinRequest): Promise<Verdict> => {
    try {
      return await inSpan('authorize join', { parent: request.traceparent }, (traceparent) =>
        runInRequest(requestContextFrom(undefined, traceparent), () => byShares(request)),
      );
    } catch (error) {
      const closeReason = closeReasonForError(error);
      if (!(error instanceof ServiceError))
        options.logger.error({ err: error }, 'authorization of a join failed');
      else if (closeReason === closeReasons.unavailable) {
        options.logger.warn(
          { reason: error.reason },
          'a join cannot be authorized: service unavailable',
        );
      }
      return refuse(closeReason);
    }
  };

  /** False if identity does not answer; the periodic re-check of sessions closes the socket later if need be. */
  const hasEnded = async (sessionId: string, parent: string): Promise<boolean> => {
    try {
      return await inSpan('check session', { parent }, async (traceparent) => {
        const { ids } = await runInRequest(requestContextFrom(undefined, traceparent), () =>
          options.identity.findEndedSessions({ ids: [sessionId] }),
        );
        return ids.includes(sessionId);
      });
    } catch (error) {
      options.logger.warn(failureFields(error), 'cannot check the session of a grant');
      return false;
    }
  };

  /** A grant may outlive its session by minutes, and its sender would displace the one in the room. */
  const bySenderGrant = async (request: JoinRequest, granted: Admitted): Promise<Verdict> => {
    if (!(await hasEnded(granted.sessionId, request.traceparent))) return granted;
    // The cookie may be that of a later session.
    return request.sessionCookie === ''
      ? refuse(closeReasons.sessionEnded)
      : authorizeRemotely({ ...request, grant: '' });
  };

  return (request) => {
    const granted = byGrant(request, openGrant, options.nowMs());
    if (!granted) return authorizeRemotely(request);
    return granted.sessionId === '' ? granted : bySenderGrant(request, granted);
  };
};

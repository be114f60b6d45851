import { parseRequest } from '@tandem/kit';
import { grpcService, subjectOf, userOf, type GrpcService } from '@tandem/kit/grpc';
import { adminActions } from '@tandem/proto/browser/admin/actions';
import { userSortings } from '@tandem/proto/browser/http/admin';
import { maxPage, maxSearchLength } from '@tandem/proto/browser/limits';
import {
  IdentityServiceDefinition,
  type AuthenticateRequest,
  type SessionSummary,
  type User as UserMessage,
} from '@tandem/proto/tandem/identity/v1/identity';
import { z } from 'zod';
import type { Accounts } from './accounts.js';
import type { AdminLogStore } from './admin-log.store.js';
import type { Assertions } from './assertions.js';
import { invalidToken } from './provider.js';
import type { Credential } from './session/authenticate.js';
import type { SessionRecord } from './session/session.js';
import type { Sessions } from './session/sessions.js';
import { searchWordsOf, type User } from './user.js';
import type { UserStore } from './user.store.js';

const maxBatch = 500;
const maxCredentialLength = 8_192;
const uid = z.string().min(1).max(128);
const uidSchema = z.object({ uid });
const batchSchema = z.object({ uids: z.array(uid).max(maxBatch) });
const listSchema = z.object({
  limit: z.number().int().min(1).max(maxBatch),
  search: z.string().max(maxSearchLength),
  sort: z.enum(['', ...userSortings]).transform((sort) => sort || 'joined'),
  isAscending: z.boolean(),
  page: z.number().int().min(0).max(maxPage),
});

const logSchema = z.object({
  limit: z
    .number()
    .int()
    .max(maxBatch)
    .transform((limit) => limit || maxBatch),
  before: z.date().optional(),
  beforeId: z.string().max(64),
});

const sessionId = z.string().max(64);
const sessionSchema = z.object({ sessionId: sessionId.min(1) });
/** ID of a session, or of a sign-in without one. */
const signInId = z.string().max(160);
const sessionIdsSchema = z.object({ ids: z.array(signInId).max(maxBatch) });

const adminActionSchema = z.object({
  action: z.enum(adminActions),
  subjectUids: z.array(uid).max(maxBatch),
});

const present = (user: User): UserMessage => ({
  uid: user.uid,
  email: user.email,
  displayName: user.displayName,
  firstName: user.firstName,
  lastName: user.lastName,
  photoUrl: user.photoUrl,
  isAdmin: user.isAdmin,
  createdAt: user.createdAt,
  lastSeenAt: user.lastSeenAt,
});

const presentSession = (session: SessionRecord): SessionSummary => ({
  id: session.id,
  createdAt: session.createdAt,
  lastUsedAt: session.lastUsedAt,
  device: session.device,
  network: session.network,
});

const requireToken = (token: string | undefined): string => {
  if (!token || token.length > maxCredentialLength) throw invalidToken();
  return token;
};

const credentialOf = ({ credential }: AuthenticateRequest): Credential => ({
  kind: credential?.$case ?? 'idToken',
  value: requireToken(credential?.value),
});

export const identityService = (parts: {
  users: UserStore;
  sessions: Sessions;
  accounts: Accounts;
  assertions: Assertions;
  adminLog: AdminLogStore;
}): GrpcService => {
  const { users, sessions, accounts, assertions, adminLog } = parts;
  return grpcService(IdentityServiceDefinition, {
    authenticate: async (request, { caller }) => {
      const authenticated = await sessions.authenticate(credentialOf(request));
      const { user, sessionId, signedInAt } = authenticated;
      const freshForMs = sessions.freshForMs(authenticated);
      const assertion = assertions.issue(authenticated, caller);
      return { user: present(user), assertion, sessionId, signedInAt, freshForMs };
    },
    createSession: async ({ idToken, ...browser }) => {
      const session = await sessions.createSession(requireToken(idToken), browser);
      return { ...session, user: present(session.user) };
    },
    endSession: async (request) => {
      await sessions.endSession(credentialOf(request));
      return {};
    },
    listSessions: async (_request, authority) => {
      const own = await sessions.listSessions(userOf(authority).uid);
      return { sessions: own.map(presentSession) };
    },
    endUserSession: async (request, authority) => {
      const ended = parseRequest(sessionSchema, request);
      await sessions.endUserSession(userOf(authority).uid, ended.sessionId);
      return {};
    },
    endOtherSessions: async (_request, authority) => {
      const kept = userOf(authority);
      await sessions.endOtherSessions(kept.uid, kept.sessionId);
      return {};
    },
    findEndedSessions: async (request) => ({
      ids: await sessions.findEndedSessions(parseRequest(sessionIdsSchema, request).ids),
    }),
    revokeSessions: async (_request, authority) => {
      await sessions.revokeSessions(userOf(authority).uid);
      return {};
    },
    endSessionsOf: async (request) => {
      const { uid: endedUid } = await accounts.find(parseRequest(uidSchema, request).uid);
      await sessions.revokeSessions(endedUid);
      return {};
    },
    getUser: async (request) => present(await accounts.find(parseRequest(uidSchema, request).uid)),
    batchGetUsers: async (request) => {
      const { uids } = parseRequest(batchSchema, request);
      return { users: (await users.findMany(uids)).map(present) };
    },
    listUsers: async (request) => {
      const { search, page, ...rest } = parseRequest(listSchema, request);
      const words = searchWordsOf(search);
      // Without a letter or a digit it matches no one; no words would match everyone.
      if (words.length === 0 && search.trim() !== '') return { users: [], total: 0 };
      const { users: found, total } = await users.list({
        ...rest,
        words,
        page: Math.max(0, page - 1),
      });
      return { users: found.map(present), total };
    },
    recordAdminAction: async (request, authority) => {
      const action = parseRequest(adminActionSchema, request);
      await adminLog.append({ ...action, actorUid: userOf(authority).uid, at: new Date() });
      return {};
    },
    listAdminActionsAbout: async (request, authority) => {
      const page = parseRequest(logSchema, request);
      return { actions: await adminLog.listAbout(userOf(authority).uid, page) };
    },
    listAdminActions: async (request) => ({
      actions: await adminLog.list(parseRequest(logSchema, request)),
    }),
    deleteUser: async (request, authority) => {
      await accounts.delete(subjectOf(authority, parseRequest(uidSchema, request).uid));
      return {};
    },
  });
};

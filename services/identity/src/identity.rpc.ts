import { z } from 'zod';
import { parseRequest } from '@tandem/kit';
import { grpcService, subjectOf, userOf, type GrpcService } from '@tandem/kit/grpc';
import { userSortings } from '@tandem/proto/browser/http/admin';
import { maxPage, maxSearchLength } from '@tandem/proto/browser/limits';
import {
  IdentityServiceDefinition,
  type User as UserMessage,
} from '@tandem/proto/tandem/identity/v1/identity';
import type { Accounts } from './accounts.js';
import type { Assertions } from './assertions.js';
import { invalidToken } from './provider.js';
import type { Sessions } from './sessions.js';
import { searchWordsOf, type User } from './user.js';
import type { UserStore } from './user.store.js';

const maxBatch = 500;
const maxCredentialLength = 8_192;
const uid = z.string().min(1).max(128);
const uidRequest = z.object({ uid });
const batchRequest = z.object({ uids: z.array(uid).max(maxBatch) });
const listRequest = z.object({
  limit: z.number().int().min(1).max(maxBatch),
  before: z.date().optional(),
  search: z.string().max(maxSearchLength),
  sort: z.enum(['', ...userSortings]).transform((sort) => sort || 'joined'),
  isAscending: z.boolean(),
  page: z.number().int().min(0).max(maxPage),
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

const requireToken = (token: string | undefined): string => {
  if (!token || token.length > maxCredentialLength) throw invalidToken();
  return token;
};

export const identityService = (parts: {
  users: UserStore;
  sessions: Sessions;
  accounts: Accounts;
  assertions: Assertions;
}): GrpcService => {
  const { users, sessions, accounts, assertions } = parts;
  return grpcService(IdentityServiceDefinition, {
    authenticate: async ({ credential }, { caller }) => {
      const value = requireToken(credential?.value);
      const kind = credential?.$case ?? 'idToken';
      const authenticated = await sessions.authenticate({ kind, value });
      return {
        user: present(authenticated.user),
        assertion: assertions.issue(authenticated, caller),
      };
    },
    createSession: async ({ idToken }) => {
      const session = await sessions.createSession(requireToken(idToken));
      return { ...session, user: present(session.user) };
    },
    revokeSessions: async (_request, authority) => {
      await accounts.revokeSessions(userOf(authority).uid);
      return {};
    },
    getUser: async (request) => present(await accounts.find(parseRequest(uidRequest, request).uid)),
    batchGetUsers: async (request) => {
      const { uids } = parseRequest(batchRequest, request);
      return { users: (await users.findMany(uids)).map(present) };
    },
    listUsers: async (request) => {
      const { search, page, ...rest } = parseRequest(listRequest, request);
      const { users: found, total } = await users.list({
        ...rest,
        words: searchWordsOf(search),
        page: Math.max(0, page - 1),
      });
      return { users: found.map(present), total };
    },
    deleteUser: async (request, authority) => {
      await accounts.delete(subjectOf(authority, parseRequest(uidRequest, request).uid));
      return {};
    },
  });
};

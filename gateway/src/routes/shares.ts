import { z } from 'zod';
import { ServiceError } from '@tandem/kit';
import type { AccessShareResult } from '@tandem/proto/tandem/shares/v1/shares';
import { grantOf, type Caller } from '../auth.js';
import type { Services } from '../clients.js';
import { route, type Route, type RouteInput } from '../route.js';
import { done, grant, iso, isoDate, password, shareId, success } from '../schemas.js';

const params = z.strictObject({ id: shareId });

const lookupAnswer = z.strictObject({
  shareId: z.string(),
  filename: z.string(),
  fileSize: z.string(),
  fileType: z.string(),
  isOwner: z.boolean(),
});

const grantAnswer = z.strictObject({ grant: z.string(), grantExpiresAt: isoDate });

const accessAnswer = lookupAnswer.extend({ ...grantAnswer.shape, expiresAt: isoDate });

const presentLookup = (result: AccessShareResult): z.infer<typeof lookupAnswer> => ({
  shareId: result.shareId,
  filename: result.filename,
  fileSize: result.fileSize,
  fileType: result.fileType,
  isOwner: result.isOwner,
});

const presentGrant = (issued: AccessShareResult['grant']): z.infer<typeof grantAnswer> => {
  if (!issued) throw new Error('shares answered without a grant');
  return { grant: issued.token, grantExpiresAt: iso(issued.expiresAt) };
};

/** Of a token that shares has just signed; no signature is checked here. */
const shareIdOf = (token: string): unknown => {
  const [, payload = ''] = token.split('.');
  const claims: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString());
  return typeof claims === 'object' && claims !== null && 'shareId' in claims
    ? claims.shareId
    : undefined;
};

/** The spec's rule and sentence for an empty share password. */
const requirePassword = (text: string): string => {
  const trimmed = text.trim();
  if (trimmed !== '') return trimmed;
  throw new ServiceError(
    'invalid-argument',
    'password-required',
    'Please enter the password to access this file.',
  );
};

const downloaderInfo = z.strictObject({ name: z.string().max(200), email: z.string().max(320) });

/** The spec's rules and sentences for the person who downloads. */
const requireDownloader = (info: z.infer<typeof downloaderInfo>) => {
  const name = info.name.trim();
  const email = info.email.trim();
  if (name === '' || email === '') {
    throw new ServiceError(
      'invalid-argument',
      'information-required',
      'Please enter both your name and email address.',
    );
  }
  if (!email.includes('@')) {
    throw new ServiceError(
      'invalid-argument',
      'invalid-email',
      'Please enter a valid email address.',
    );
  }
  return { name, email };
};

type Input = Pick<RouteInput<unknown, unknown, unknown, 'optional'>, 'client'> & {
  caller: Caller | undefined;
};

/** What the holder of a link does. Visitors are welcome; a wrong password and an unknown id look alike. */
export const shareRoutes = ({ shares }: Services): Route[] => {
  /** The owner's session is enough; everybody else needs the password. */
  const isOwner = async (id: string, caller: Caller | undefined): Promise<boolean> => {
    if (!caller) return false;
    try {
      const { ownerUid } = await shares.getShareInfo({ shareId: id });
      return ownerUid === caller.uid;
    } catch (error) {
      if (error instanceof ServiceError && error.code === 'not-found') return false;
      throw error;
    }
  };

  const access = async (id: string, secret: string, { caller, client }: Input) => {
    const byOwner = secret.trim() === '' && (await isOwner(id, caller));
    return shares.accessShare({
      shareId: id,
      password: byOwner ? '' : requirePassword(secret),
      callerUid: caller?.uid ?? '',
      client,
      viewerId: '',
    });
  };
  return [
    route({
      method: 'get',
      path: '/api/shares/:id',
      summary: 'Look a share up with its password.',
      access: 'optional',
      limit: 'guess',
      params,
      query: z.strictObject({ password: password.default('') }),
      answer: { status: 200, schema: lookupAnswer },
      handle: async (input) =>
        presentLookup(await access(input.params.id, input.query.password, input)),
    }),
    route({
      method: 'post',
      path: '/api/shares/:id/access',
      summary:
        'Open a share with its password; the answer carries a grant for signalling and TURN.',
      access: 'optional',
      limit: 'guess',
      params,
      body: z.strictObject({ password: password.default('') }),
      answer: { status: 200, schema: accessAnswer },
      handle: async (input) => {
        const result = await access(input.params.id, input.body.password, input);
        return {
          ...presentLookup(result),
          ...presentGrant(result.grant),
          expiresAt: iso(result.expiresAt),
        };
      },
    }),
    route({
      method: 'post',
      path: '/api/shares/:id/grant',
      summary: 'A fresh grant for a valid one.',
      access: 'public',
      limit: 'read',
      params,
      body: z.strictObject({ grant }),
      answer: { status: 200, schema: grantAnswer },
      handle: async ({ params: { id }, body }) => {
        const renewed = await shares.renewGrant({ token: body.grant });
        // A grant opens its own share and is of no use under another's address.
        if (shareIdOf(renewed.token) !== id) {
          throw new ServiceError('unauthenticated', 'invalid-token', 'The token is not valid.');
        }
        return presentGrant(renewed);
      },
    }),
    route({
      method: 'post',
      path: '/api/shares/:id/download',
      summary: 'Record the end of a download, proven by the password or a grant.',
      access: 'public',
      limit: 'report',
      params,
      body: z.strictObject({
        password: password.optional(),
        grant: grant.optional(),
        downloaderInfo,
        /** Additive: a transfer that ended without the file is recorded as a failure. */
        outcome: z.enum(['completed', 'failed']).default('completed'),
      }),
      answer: { status: 200, schema: done },
      handle: async ({ params: { id }, body, client, request }) => {
        const proof = body.grant ?? grantOf(request) ?? '';
        await shares.recordDownload({
          shareId: id,
          grant: proof,
          password: proof ? '' : requirePassword(body.password ?? ''),
          ...requireDownloader(body.downloaderInfo),
          client,
          isFailure: body.outcome === 'failed',
        });
        return success;
      },
    }),
  ];
};

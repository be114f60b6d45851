/**
 * Verifies grants synchronously, because every join needs it; the kit's `verifyClaims` waits for another thread.
 * `grant.test.ts` checks that nothing is accepted that `verifyClaims` rejects.
 */

import { hash, verify, type KeyObject } from 'node:crypto';
import { dropOldest, type VerificationKeys } from '@tandem/kit';
import { grantAudience } from '@tandem/proto/grant';
import { isRole, type Role } from '../protocol/role.js';

export interface Grant {
  readonly shareId: string;
  readonly role: Role;
  readonly viewerId: string;
  readonly issuedAtMs: number;
  /** Undefined when the grant does not contain it. */
  readonly shareExpiresAtMs: number | undefined;
  readonly epoch: number;
  /** The sender's session; empty for a receiver. */
  readonly sessionId: string;
}

export type OpenGrant = (token: string, nowMs: number) => Grant | undefined;

const maxTokenLength = 2048;

/** header.claims.signature, each base64url without padding. */
const compact = /^([\w-]+)\.([\w-]+)\.[\w-]{86}$/;

type Json = Readonly<Record<string, unknown>>;

const readJson = (encoded: string): Json | undefined => {
  try {
    const value: unknown = JSON.parse(Buffer.from(encoded, 'base64url').toString());
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Json)
      : undefined;
  } catch {
    return undefined;
  }
};

const isFor = (wanted: unknown): boolean =>
  wanted === grantAudience || (Array.isArray(wanted) && wanted.includes(grantAudience));

const isValidAt = ({ exp, nbf, iat }: Json, nowSeconds: number): boolean =>
  typeof exp === 'number' &&
  exp > nowSeconds &&
  (nbf === undefined || (typeof nbf === 'number' && nbf <= nowSeconds)) &&
  (iat === undefined || typeof iat === 'number');

const readGrant = (claims: Json): Grant | undefined => {
  // Protobuf's JSON omits fields with their default value.
  const { shareId, role, viewerId, iat, shareExpiresAtMs, epoch = 0, sessionId = '' } = claims;
  if (typeof shareId !== 'string' || typeof viewerId !== 'string' || !isRole(role)) {
    return undefined;
  }
  if (typeof epoch !== 'number' || typeof sessionId !== 'string') return undefined;
  return {
    shareId,
    role,
    viewerId,
    issuedAtMs: typeof iat === 'number' ? iat * 1000 : 0,
    shareExpiresAtMs: typeof shareExpiresAtMs === 'number' ? shareExpiresAtMs : undefined,
    epoch,
    sessionId: role === 'sender' ? sessionId : '',
  };
};

/** Undefined for tokens with `crit`: RFC 7515, section 4.1.11, demands support for the extensions it lists. */
const kidOf = (head: string): string | undefined => {
  const header = readJson(head);
  if (header?.['alg'] !== 'EdDSA' || header['crit'] !== undefined) return undefined;
  return typeof header['kid'] === 'string' ? header['kid'] : undefined;
};

/** Encoded headers differ by key only, so a cache of this size holds every header that the product issues. */
const maxKnownHeads = 16;

interface OpenGrantOptions {
  /** Remembered signatures, about 100 bytes each. */
  maxVerified: number;
  verify: (signed: Buffer, key: KeyObject, signature: Buffer) => boolean;
}

/** Covers the reconnects of a pod with 16,384 sockets. */
const defaults: OpenGrantOptions = {
  maxVerified: 16_384,
  verify: (signed, key, signature) => verify(null, signed, key, signature),
};

type VerifySignature = (token: string, signedLength: number, key: KeyObject) => boolean;

/**
 * Remembers valid signatures by the digest of the whole token: a client that reconnects sends the same grant, and the
 * signature is most of the cost of a join. Claims are read and checked for each join. The oldest signatures are dropped
 * first.
 */
const createVerifier = (options: OpenGrantOptions): VerifySignature => {
  const verified = new Set<string>();
  return (token, signedLength, key) => {
    const digest = hash('sha256', token, 'base64');
    if (verified.has(digest)) return true;
    const signature = Buffer.from(token.slice(signedLength + 1), 'base64url');
    const signed = Buffer.from(token.slice(0, signedLength));
    if (!options.verify(signed, key, signature)) return false;
    verified.add(digest);
    dropOldest(verified, options.maxVerified);
    return true;
  };
};

/** The `tandem.signalling.v1.GrantClaims` of a valid EdDSA token; undefined otherwise. */
export const createOpenGrant = (
  keys: VerificationKeys,
  options: Partial<OpenGrantOptions> = {},
): OpenGrant => {
  /** Keys by encoded header, only of tokens with a valid signature. */
  const known = new Map<string, KeyObject>();
  const isSigned = createVerifier({ ...defaults, ...options });

  return (token, nowMs) => {
    if (token.length > maxTokenLength) return undefined;
    const [, head = '', body = ''] = compact.exec(token) ?? [];
    const key = known.get(head) ?? keys.find(kidOf(head) ?? '');
    if (!key) return undefined;
    if (!isSigned(token, head.length + 1 + body.length, key)) return undefined;
    if (known.size < maxKnownHeads) known.set(head, key);
    const claims = readJson(body);
    return claims && isFor(claims['aud']) && isValidAt(claims, Math.floor(nowMs / 1000))
      ? readGrant(claims)
      : undefined;
  };
};

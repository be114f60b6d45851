import { verify, type KeyObject } from 'node:crypto';
import type { VerificationKeys } from '@tandem/kit';
import { grantAudience } from '@tandem/proto/grant';
import { isRole, type Role } from '../protocol/role.js';

/**
 * Verifies grants synchronously, because every join does; the kit's `verifyClaims` waits for a thread of its own.
 * `grant.test.ts` checks that it accepts nothing that `verifyClaims` rejects.
 */
export interface Grant {
  readonly shareId: string;
  readonly role: Role;
  readonly viewerId: string;
  readonly issuedAtMs: number;
  /** Undefined when the grant does not contain it. */
  readonly shareExpiresAtMs: number | undefined;
  readonly epoch: number;
  /** Of a sender; empty for a receiver. */
  readonly sessionId: string;
}

export type OpenGrant = (token: string, nowMs: number) => Grant | undefined;

const maxTokenLength = 2048;

/** header.claims.signature, each base64url without padding. */
const compact = /^([\w-]+)\.([\w-]+)\.([\w-]{86})$/;

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
  // Claims with their default value are left out.
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

/** The `tandem.signalling.v1.GrantClaims` of a valid EdDSA token; undefined otherwise. */
export const createOpenGrant = (keys: VerificationKeys): OpenGrant => {
  /** Keys by encoded header, only of tokens with a valid signature. */
  const known = new Map<string, KeyObject>();

  return (token, nowMs) => {
    if (token.length > maxTokenLength) return undefined;
    const [, head = '', body = '', signature = ''] = compact.exec(token) ?? [];
    const key = known.get(head) ?? keys.find(kidOf(head) ?? '');
    if (!key) return undefined;
    const bytes = Buffer.from(signature, 'base64url');
    if (!verify(null, Buffer.from(`${head}.${body}`), key, bytes)) return undefined;
    if (known.size < maxKnownHeads) known.set(head, key);
    const claims = readJson(body);
    return claims && isFor(claims['aud']) && isValidAt(claims, Math.floor(nowMs / 1000))
      ? readGrant(claims)
      : undefined;
  };
};

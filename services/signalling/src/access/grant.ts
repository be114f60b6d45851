import { createHmac, createSecretKey, timingSafeEqual, type KeyObject } from 'node:crypto';
import type { Keyring } from '@tandem/kit';
import { grantAudience } from '@tandem/proto/grant';
import { isRole, type Role } from '../protocol/role.js';

/**
 * Verifies grants synchronously, in a quarter of the time that the kit's `verifyClaims` takes, because every join does.
 * `grant.test.ts` checks that it accepts nothing that `verifyClaims` rejects.
 */
export interface Grant {
  readonly shareId: string;
  readonly role: Role;
  readonly viewerId: string;
  readonly issuedAtMs: number;
  /** Undefined when the grant does not contain it. */
  readonly shareExpiresAtMs: number | undefined;
}

export type OpenGrant = (token: string, nowMs: number) => Grant | undefined;

const maxTokenLength = 2048;

/** header.claims.signature, each base64url without padding. */
const compact = /^([\w-]+)\.([\w-]+)\.([\w-]{43})$/;

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
  const { shareId, role, viewerId, iat, shareExpiresAtMs } = claims;
  if (typeof shareId !== 'string' || typeof viewerId !== 'string' || !isRole(role)) {
    return undefined;
  }
  return {
    shareId,
    role,
    viewerId,
    issuedAtMs: typeof iat === 'number' ? iat * 1000 : 0,
    shareExpiresAtMs: typeof shareExpiresAtMs === 'number' ? shareExpiresAtMs : undefined,
  };
};

/** Undefined for tokens with `crit`: RFC 7515, section 4.1.11, demands support for the extensions it lists. */
const kidOf = (head: string): string | undefined => {
  const header = readJson(head);
  if (header?.['alg'] !== 'HS256' || header['crit'] !== undefined) return undefined;
  return typeof header['kid'] === 'string' ? header['kid'] : undefined;
};

/** Encoded headers differ by key only, so a cache of this size holds every header that the product issues. */
const maxKnownHeads = 16;

/** The `tandem.signalling.v1.GrantClaims` of a valid HS256 token; undefined otherwise. */
export const createOpenGrant = (keys: Keyring): OpenGrant => {
  /** Keys by encoded header, only of tokens with a valid signature. */
  const secrets = new Map<string, KeyObject>();
  const secretFor = (head: string): KeyObject | undefined => {
    const known = secrets.get(head);
    if (known) return known;
    const key = keys.find(kidOf(head) ?? '');
    return key && createSecretKey(key);
  };

  return (token, nowMs) => {
    if (token.length > maxTokenLength) return undefined;
    const [, head = '', body = '', signature = ''] = compact.exec(token) ?? [];
    const secret = secretFor(head);
    if (!secret) return undefined;
    const expected = createHmac('sha256', secret).update(`${head}.${body}`).digest();
    if (!timingSafeEqual(expected, Buffer.from(signature, 'base64url'))) return undefined;
    if (secrets.size < maxKnownHeads) secrets.set(head, secret);
    const claims = readJson(body);
    return claims && isFor(claims['aud']) && isValidAt(claims, Math.floor(nowMs / 1000))
      ? readGrant(claims)
      : undefined;
  };
};

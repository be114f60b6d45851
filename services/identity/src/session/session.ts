import { createHash, randomBytes } from 'node:crypto';
import { dayMs, networkKey } from '@tandem/kit';

/**
 * A session is one sign-in of one browser, from its first cookie to its end:
 *
 *   live ──sign-out, sign-out elsewhere, revocation──▶ ended
 *     └────not used for `idleMs`, sign-in older than `lifetimeMs`──▶ expired
 *
 * The cookie is `<secret>.<session cookie of Firebase>`. Firebase's part is verified like any token; the secret selects
 * the record, which ends all cookies of the session together.
 */
export interface SessionRecord {
  /** Hash of the secret. */
  id: string;
  uid: string;
  createdAt: Date;
  lastUsedAt: Date;
  /** The latest of `signIns`. */
  signedInAt: Date;
  /** Times of the sign-ins whose tokens belong to the session, to the second. */
  signIns: readonly number[];
  device: string;
  network: string;
  /** Its sign-in may have been ended since it was checked, so it keeps no token of the sign-in valid. */
  isOpening: boolean;
  endedAt: Date | undefined;
}

export interface SessionPolicy {
  /** A session that was not used for this long expires. */
  idleMs: number;
  /** A sign-in older than this expires, used or not. */
  lifetimeMs: number;
}

/** The idle limit is the lifetime of one session cookie. */
export const defaultSessionPolicy: SessionPolicy = { idleMs: 5 * dayMs, lifetimeMs: 90 * dayMs };

/** Interval at which use is recorded. Short against the idle limit, long against the requests of a page. */
export const useRecordedEveryMs = ({ idleMs }: SessionPolicy): number =>
  Math.min(5 * 60_000, idleMs / 4);

export const secondsOf = (at: Date): number => Math.floor(at.getTime() / 1000);

export type SessionStatus = 'live' | 'ended' | 'expired';

export const statusOf = (
  session: Pick<SessionRecord, 'endedAt' | 'lastUsedAt' | 'signedInAt'>,
  policy: SessionPolicy,
  now: Date,
): SessionStatus => {
  if (session.endedAt) return 'ended';
  const isIdle = now.getTime() - session.lastUsedAt.getTime() > policy.idleMs;
  return isIdle || isSignInExpired(session.signedInAt, policy, now) ? 'expired' : 'live';
};

/**
 * The sessions of a sign-in that decide about its tokens. Those that are opening do not: two of them would keep each other
 * alive after the end of their sign-in, and one of a process that has died would stay.
 */
export const decisive = (ofSignIn: readonly SessionRecord[]): SessionRecord[] =>
  ofSignIn.filter(({ isOpening, endedAt }) => !isOpening || endedAt);

export const isSignInExpired = (signedInAt: Date, policy: SessionPolicy, now: Date): boolean =>
  now.getTime() - signedInAt.getTime() > policy.lifetimeMs;

export const newSecret = (): string => randomBytes(16).toString('base64url');

const idLength = 22;
export const sessionIdOf = (secret: string): string =>
  createHash('sha256').update(`session:${secret}`).digest('base64url').slice(0, idLength);

/** Stands in for the session ID of a client that sends ID tokens only and so has no session. */
export const signInIdOf = (uid: string, signedInAt: Date): string =>
  `sign-in:${secondsOf(signedInAt)}:${uid}`;

/** Undefined for the ID of a session. */
export const parseSignInId = (id: string): { uid: string; signedInAt: Date } | undefined => {
  const [, seconds, uid] = /^sign-in:(\d{1,10}):(.+)$/s.exec(id) ?? [];
  return seconds !== undefined && uid !== undefined
    ? { uid, signedInAt: new Date(Number(seconds) * 1000) }
    : undefined;
};

const cookieShape = /^([\w-]{22})\.([\w-]+\.[\w-]+\.[\w-]*)$/;

/** Undefined for a malformed cookie. */
export const parseCookie = (cookie: string): { secret: string; token: string } | undefined => {
  const [, secret, token] = cookieShape.exec(cookie) ?? [];
  return secret !== undefined && token !== undefined ? { secret, token } : undefined;
};

/** The order matters: a user agent also names the browsers that it derives from. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?\/|\bEdgiOS\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bChrom(?:e|ium)\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const systems: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

const firstMatch = (table: typeof browsers, text: string): string | undefined =>
  table.find(([pattern]) => pattern.test(text))?.[1];

/** Browser and operating system without versions, e.g. "Firefox on Linux". */
export const deviceOf = (userAgent: string): string => {
  const browser = firstMatch(browsers, userAgent);
  const system = firstMatch(systems, userAgent);
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? 'Unknown device';
};

/**
 * 16 bits of a hash of the user and the IPv4 /24 or IPv6 /64: enough to recognise a network among a user's sessions, too
 * little to find the network, because hundreds of /24 share each value.
 */
export const networkOf = (uid: string, ipAddress: string): string =>
  createHash('sha256')
    .update(`${uid} ${networkKey(ipAddress, 24)}`)
    .digest('hex')
    .slice(0, 4);

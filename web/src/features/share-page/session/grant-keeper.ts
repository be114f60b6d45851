import { ApiError } from '../../../lib/http/http.js';
import { serverNow } from '../../../lib/http/server-time.js';
import { openShare, renewGrant, type Grant } from './share-api.js';

/** A grant is renewed this long before it expires, so that it outlives a slow handshake. */
const renewBeforeMs = 60_000;
/**
 * Grants are valid for ten minutes. Upper bound for the server's expiry, which may be no valid date, or appear too late
 * to a device whose clock is slow.
 */
const assumedLifetimeMs = 9 * 60_000;

const expiryOf = ({ grantExpiresAt }: Grant, now: number): number => {
  const parsed = Date.parse(grantExpiresAt);
  const assumed = now + assumedLifetimeMs;
  return Number.isNaN(parsed) ? assumed : Math.min(parsed, assumed);
};

export interface GrantKeeper {
  (): Promise<string>;
  /**
   * Call it before a retry that the user requests after the server has refused access: the share may have been stopped
   * and restarted. The next call uses neither the current grant nor the refusal of the password.
   */
  drop: () => void;
  /**
   * The grant for calls that must not count as another access. It is renewed while the server permits that; afterwards
   * it is the last one, which the server may refuse.
   */
  withoutPassword: () => Promise<string>;
  /** The server has refused the password, also elsewhere than here: it is not sent again before `drop`. */
  refuse: (error: ApiError) => void;
  isPasswordRefused: () => boolean;
  /** The one that opened the share last; kept in memory only. */
  password: () => string;
  /**
   * Opens the share with the password that the owner has set since. Rejects with the ApiError, and changes nothing
   * then.
   */
  enter: (password: string) => Promise<void>;
}

/** Errors after which the grant is refused, even when the owner has restarted the share. */
const endedAccess: ReadonlySet<string> = new Set(['share-ended', 'share-closed', 'access-denied']);

export const endsGrant = (error: { code: string } | null | undefined): boolean =>
  endedAccess.has(error?.code ?? '');

const isRefusal = (error: unknown): boolean =>
  error instanceof ApiError && [401, 403].includes(error.failure.status);

/**
 * Supplies valid grants for one opened share. Renews a grant shortly before it expires; once it has
 * expired (the laptop slept) or was dropped, opens the share again with the password. A refused password is not sent
 * again before `drop`: each time would count as a guess. Rejects with the ApiError of the last attempt. Concurrent
 * callers share one request.
 */
export const createGrantKeeper = (
  share: Grant & { shareId: string },
  firstPassword: string,
  now: () => number = serverNow,
  monotonicNow: () => number = () => performance.now(),
): GrantKeeper => {
  /** By both clocks: the time of day may be set back, and the other may stand still while the computer sleeps. */
  const endOf = (grant: Grant): { at: number; monotonicAt: number } => {
    const at = expiryOf(grant, now());
    return { at, monotonicAt: monotonicNow() + at - now() };
  };
  let password = firstPassword;
  let current: Grant = share;
  let end = endOf(share);
  let renewing: Promise<void> | null = null;
  let pending: Promise<void> | null = null;
  /** The server will not renew it again: it has expired, or the share has ended. */
  let unrenewable: Grant | null = null;
  let refusal: ApiError | null = null;

  const remainingMs = (): number => Math.min(end.at - now(), end.monotonicAt - monotonicNow());
  const isFresh = (): boolean => remainingMs() > renewBeforeMs;
  const take = (grant: Grant): void => {
    current = grant;
    end = endOf(grant);
  };

  const renew = async (): Promise<void> => {
    const renewed = current;
    try {
      take(await renewGrant(share.shareId, renewed.grant));
    } catch (error) {
      if (isRefusal(error)) unrenewable = renewed;
      throw error;
    }
  };
  const renewOnce = (): Promise<void> => (renewing ??= renew().finally(() => (renewing = null)));

  const refuse = (error: ApiError): void => {
    if (error.failure.status === 403) refusal = error;
  };

  const reopen = async (): Promise<void> => {
    if (refusal !== null) throw refusal;
    try {
      take(await openShare(share.shareId, password));
    } catch (error) {
      if (error instanceof ApiError) refuse(error);
      throw error;
    }
  };

  const obtain = async (): Promise<void> => {
    try {
      await renewOnce();
    } catch (error) {
      if (!isRefusal(error)) throw error;
      await reopen();
    }
  };

  const keeper = async (): Promise<string> => {
    if (isFresh()) return current.grant;
    pending ??= obtain().finally(() => (pending = null));
    try {
      await pending;
    } catch (error) {
      if (remainingMs() <= 0) throw error; // still valid for some seconds
    }
    return current.grant;
  };
  const withoutPassword = async (): Promise<string> => {
    if (!isFresh() && current !== unrenewable) await renewOnce().catch(() => undefined);
    return current.grant;
  };
  const drop = (): void => {
    end = { at: -Infinity, monotonicAt: -Infinity };
    refusal = null;
  };
  const enter = async (entered: string): Promise<void> => {
    take(await openShare(share.shareId, entered));
    password = entered;
    refusal = null;
  };
  return Object.assign(keeper, {
    drop,
    withoutPassword,
    refuse,
    isPasswordRefused: () => refusal !== null,
    password: () => password,
    enter,
  });
};

import { ApiError } from '../../../lib/http/http.js';
import { serverNow } from '../../../lib/http/server-time.js';
import { openShare, renewGrant, type Grant } from './share-api.js';

/** A grant is renewed this long before it expires, so that it outlives a slow handshake. */
const renewBeforeMs = 60_000;
/** Grants live ten minutes. Limits the server's expiry, which may be no date, or seem late by a slow clock. */
const assumedLifetimeMs = 9 * 60_000;

const expiryOf = ({ grantExpiresAt }: Grant, now: number): number => {
  const parsed = Date.parse(grantExpiresAt);
  const assumed = now + assumedLifetimeMs;
  return Number.isNaN(parsed) ? assumed : Math.min(parsed, assumed);
};

export interface GrantKeeper {
  (): Promise<string>;
  /** The server refuses the current grant: the share may have been stopped and restarted. */
  drop: () => void;
}

/**
 * Supplies valid grants for one opened share. Renews a grant shortly before it expires; once it has
 * expired (the laptop slept) or was dropped, opens the share again with the password. Rejects with the
 * ApiError of the last attempt. Concurrent callers share one request.
 */
export const createGrantKeeper = (
  share: Grant & { shareId: string },
  password: string,
  now: () => number = serverNow,
): GrantKeeper => {
  let current: Grant = share;
  let expiresAt = expiryOf(share, now());
  let pending: Promise<Grant> | null = null;

  const obtain = async (): Promise<Grant> => {
    try {
      return await renewGrant(share.shareId, current.grant);
    } catch (error) {
      const isRefused = error instanceof ApiError && [401, 403].includes(error.failure.status);
      if (!isRefused) throw error;
      return openShare(share.shareId, password);
    }
  };

  const keeper = async (): Promise<string> => {
    if (now() < expiresAt - renewBeforeMs) return current.grant;
    pending ??= obtain().finally(() => (pending = null));
    try {
      current = await pending;
      expiresAt = expiryOf(current, now());
    } catch (error) {
      if (now() >= expiresAt) throw error; // still valid for some seconds
    }
    return current.grant;
  };
  return Object.assign(keeper, { drop: () => void (expiresAt = now()) });
};

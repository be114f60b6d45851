/**
 * Wrong passwords of a share, counted by network, pure. A share stops only when several networks have failed: otherwise
 * one stranger with the link could stop it.
 */

/** A counted wrong password. */
export interface Failure {
  /** `coarseNetwork` of the address. */
  network: string;
  at: Date;
}

export interface WrongPasswords {
  /** Oldest first; shorter than the limit. */
  failures: readonly Failure[];
  /** Networks of earlier stops that the owner has undone. Their attempts are throttled, but no longer count. */
  forgiven: readonly string[];
}

/** As a closed share keeps them: reports of downloads contain its password for a time. Absent in rows of earlier versions. */
export interface Guesses extends Partial<WrongPasswords> {
  /** Whose failures have reached the limit. */
  networks?: readonly string[];
}

export const noWrongPasswords: WrongPasswords = { failures: [], forgiven: [] };

const maxForgiven = 32;

/** Low enough that two networks together stay below a limit of 3 or more: 4 for a limit of 10. */
const mostPerNetwork = (limit: number): number => Math.max(1, Math.floor((limit - 1) / 2));

/** The failures within the window, with the new one; of each network the latest `mostPerNetwork`. */
const countFailure = (
  failures: readonly Failure[],
  added: Failure,
  { limit, windowMs }: { limit: number; windowMs: number },
): Failure[] => {
  const recent = failures.filter(({ at }) => added.at.getTime() - at.getTime() < windowMs);
  const ofNetwork = recent.filter(({ network }) => network === added.network);
  const surplus = ofNetwork[ofNetwork.length - mostPerNetwork(limit)];
  return [...recent.filter((failure) => failure !== surplus), added];
};

/** Null for an attempt that does not count. `limit` of them within `windowMs` stop a share; 0 disables it. */
export const countWrongPassword = (
  { failures = [], forgiven = [] }: Guesses,
  added: Failure,
  options: { limit: number; windowMs: number },
): (WrongPasswords & Pick<Guesses, 'networks'>) | null => {
  if (options.limit === 0 || forgiven.includes(added.network)) return null;
  const counted = countFailure(failures, added, options);
  if (counted.length < options.limit) return { failures: counted, forgiven };
  const networks = [...new Set(counted.map(({ network }) => network))];
  return { failures: [], forgiven, networks };
};

/** After the owner has undone a stop by `networks`. */
export const forgive = (
  forgiven: readonly string[],
  networks: readonly string[],
): WrongPasswords => ({
  failures: [],
  forgiven: [...new Set([...forgiven, ...networks])].slice(-maxForgiven),
});

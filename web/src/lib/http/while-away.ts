/** Pauses between attempts, in ms: a server that restarts, or a short loss of the network, is over sooner. */
export const pausesMs: readonly number[] = [1_000, 2_000, 4_000, 8_000, 15_000];

/** Nobody answered (0), or only a proxy in front of a server that is away: any other answer is final. */
export const isAway = (status: number): boolean => [0, 502, 503, 504].includes(status);

/**
 * Repeats a request while the server is away. Only for requests that change nothing when they come twice.
 * @throws what the last attempt threw, or the first that `isWorthRepeating` declines.
 */
export const repeatWhileAway = async <Answer>(
  attempt: () => Promise<Answer>,
  isWorthRepeating: (error: unknown) => boolean,
  pauses: readonly number[] = pausesMs,
): Promise<Answer> => {
  try {
    return await attempt();
  } catch (error) {
    const [pause, ...rest] = pauses;
    if (pause === undefined || !isWorthRepeating(error)) throw error;
    await new Promise((resolve) => setTimeout(resolve, pause));
    return repeatWhileAway(attempt, isWorthRepeating, rest);
  }
};

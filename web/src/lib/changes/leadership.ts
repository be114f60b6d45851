/** Lets one of the visible tabs lead: they queue for a lock, which the browser passes on when a tab closes or crashes. */
export interface Leadership {
  /** Queues for the lock, unless this tab already does or leads. */
  compete: () => void;
  /** Leaves the queue, or ends the lead. */
  withdraw: () => void;
  isLeading: () => boolean;
}

/**
 * @param lead called with the lead; returns a function that ends the work
 * @param onResign called before the lead ends
 */
export const createLeadership = (
  name: string,
  lead: () => () => void,
  onResign: () => void,
): Leadership => {
  let candidacy: AbortController | null = null;
  let resign: (() => void) | null = null;

  const hold = async (): Promise<void> => {
    const stop = lead();
    await new Promise<void>((resolve) => (resign = resolve));
    resign = null;
    stop();
  };
  return {
    compete: () => {
      if (candidacy !== null) return;
      const own = new AbortController();
      candidacy = own;
      void navigator.locks
        .request(name, { signal: own.signal }, hold)
        // Withdrawn, or the document may not use locks; another tab's stream still counts.
        .catch(() => undefined)
        .finally(() => {
          if (candidacy === own) candidacy = null;
        });
    },
    withdraw: () => {
      candidacy?.abort();
      candidacy = null;
      if (resign === null) return;
      onResign();
      resign();
    },
    isLeading: () => resign !== null,
  };
};

export interface Turns {
  /** Undefined: nothing else is due in this turn of the event loop. Otherwise it resolves in a later one. */
  next(): Promise<void> | undefined;
}

/**
 * Divides work that is due at once into turns of the event loop, between which the process reads from its sockets.
 * Responses of a busy service arrive in groups: continuing all of their calls before anything else would let each request
 * that arrives, even one that is only refused, wait for all of them.
 */
export const createTurns = (): Turns => {
  const waiting: (() => void)[] = [];
  let isTaken = false;

  const take = () => {
    isTaken = true;
    // An immediate that is added while immediates run is run in the next turn, after the sockets.
    setImmediate(end);
  };
  const end = () => {
    isTaken = false;
    const begin = waiting.shift();
    if (!begin) return;
    take();
    begin();
  };

  return {
    next: () => {
      if (isTaken) return new Promise((resolve) => waiting.push(resolve));
      take();
      return undefined;
    },
  };
};

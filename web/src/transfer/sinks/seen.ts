/**
 * Events that show the user is present. Pointer moves are excluded: browsers also fire them when content shifts under a
 * still pointer.
 */
const uses = ['focus', 'pointerdown', 'keydown', 'wheel'] as const;

/**
 * Resolves when the user uses the page or returns to it. Until then the browser may be asking whether to allow a
 * download, which no API reports, and a long transfer may end while the user is away.
 */
export const whenSeen = (): Promise<void> =>
  new Promise((resolve) => {
    const end = (): void => {
      for (const type of uses) removeEventListener(type, end);
      document.removeEventListener('visibilitychange', look);
      resolve();
    };
    const look = (): void => {
      if (document.visibilityState === 'visible') end();
    };
    for (const type of uses) addEventListener(type, end);
    document.addEventListener('visibilitychange', look);
  });

/** Which side has paused a transfer; null while data may flow. */
export type PausedBy = 'here' | 'there' | 'both' | null;

const pausedBy = (isPausedHere: boolean, isPausedThere: boolean): PausedBy => {
  if (isPausedHere) return isPausedThere ? 'both' : 'here';
  return isPausedThere ? 'there' : null;
};

/** The pause of one transfer by its two sides. This side's outlives a connection. */
export interface Pause {
  isHere(): boolean;
  by(): PausedBy;
  /** The pause there lasts until the user there has approved this side. */
  isAsking(): boolean;
  /** @returns whether it changes something. */
  setHere(isPaused: boolean): boolean;
  setThere(isPaused: boolean, isAsking?: boolean): boolean;
}

export const createPause = (): Pause => {
  let isHere = false;
  let isThere = false;
  let isAsking = false;
  return {
    isHere: () => isHere,
    by: () => pausedBy(isHere, isThere),
    isAsking: () => isAsking,
    setHere(isPaused) {
      const hasChanged = isHere !== isPaused;
      isHere = isPaused;
      return hasChanged;
    },
    setThere(isPaused, isAskingNow = false) {
      const hasChanged = isThere !== isPaused || isAsking !== isAskingNow;
      isThere = isPaused;
      isAsking = isAskingNow;
      return hasChanged;
    },
  };
};

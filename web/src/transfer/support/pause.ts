/** Which side has paused a transfer; null while data may flow. */
export type PausedBy = 'here' | 'there' | 'both' | null;

export const pausedBy = (isPausedHere: boolean, isPausedThere: boolean): PausedBy => {
  if (isPausedHere) return isPausedThere ? 'both' : 'here';
  return isPausedThere ? 'there' : null;
};

/**
 * Where a part of the run speaks.
 * @typedef {object} Voice
 * @property {(text: string) => void} say
 * @property {(text: string) => void} complain
 */

/**
 * A voice that waits until another, which has the console to itself, is done: nothing is lost or mixed up.
 * @param {Voice} voice
 * @returns {Voice & {release: () => void}} after `release` it speaks at once
 */
export const holdBack = (voice) => {
  /** @type {(() => void)[]} */
  const held = [];
  let isHeld = true;
  /** @param {keyof Voice} tone @returns {(text: string) => void} */
  const speak = (tone) => (text) => {
    if (isHeld) held.push(() => voice[tone](text));
    else voice[tone](text);
  };
  return {
    say: speak('say'),
    complain: speak('complain'),
    release: () => {
      isHeld = false;
      for (const tell of held.splice(0)) tell();
    },
  };
};

/**
 * Both at once. Resolves or fails when both are over: neither runs on after the other failed.
 * @param {...(() => Promise<void>)} strands
 */
export const sideBySide = async (...strands) => {
  const ends = await Promise.allSettled(strands.map((strand) => strand()));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
};

import { styleText } from 'node:util';

/** @param {string | undefined} level */
const colourOf = (level) => (level === 'error' ? 'red' : level === 'warn' ? 'yellow' : 'dim');

/** A line is not repeated within this time: a hundred callers may meet the same fault at once. */
const REPEAT_AFTER_MS = 5_000;

/** Whether a line was not printed a moment ago. */
const newsFilter = () => {
  /** @type {Map<string, number>} */
  const printedAt = new Map();
  return (/** @type {string} */ text) => {
    const now = performance.now();
    for (const [old, at] of printedAt) if (now - at > REPEAT_AFTER_MS) printedAt.delete(old);
    if (printedAt.has(text)) return false;
    printedAt.set(text, now);
    return true;
  };
};

/**
 * Prints for a person: colours on a terminal, plain text into a file, nothing once nobody reads.
 * @param {{stream?: NodeJS.WriteStream, all?: boolean}} [options] `all` echoes every line of the children
 */
export const openConsole = ({ stream = process.stdout, all = false } = {}) => {
  // A closed terminal or pipe must not stop the stack from stopping.
  stream.on('error', () => undefined);
  /** @param {Parameters<typeof styleText>[0]} style @param {string} text */
  const paint = (style, text) => (stream.isTTY ? styleText(style, text) : text);
  const isNews = newsFilter();
  const clock = () => new Date().toTimeString().slice(0, 8);
  return {
    paint,
    /** @param {string} [text] */
    print: (text = '') => void stream.write(`${text}\n`),
    /** @param {string} text */
    report: (text) => void stream.write(`${paint('dim', clock())} ${text}\n`),
    /** @type {import('../processes/child.mjs').Host['echo']} */
    echo: (name, line, notable) => {
      if (!notable && !all) return;
      const text = all ? line : (notable?.text ?? '');
      if (!all && !isNews(`${name}: ${text}`)) return;
      stream.write(
        `${paint('dim', clock())} ${paint(colourOf(notable?.level), `${name}: ${text}`)}\n`,
      );
    },
  };
};

import { styleText } from 'node:util';
import type { Notable } from '../processes/output.js';

type Style = Parameters<typeof styleText>[0];

export interface Console {
  /** Styles text when the stream is a terminal. */
  paint: (style: Style, text: string) => string;
  print: (text?: string) => void;
  /** A line of the launcher itself, with the time. */
  report: (text: string) => void;
  /** A line of a child: its notable part, or the whole line with `all`. */
  echo: (name: string, line: string, notable: Notable | undefined) => void;
}

const colourOf = (level: Notable['level'] | undefined): Style =>
  level === 'error' ? 'red' : level === 'warn' ? 'yellow' : 'dim';

/** Identical lines within this time are printed once: one fault may fail hundreds of requests. */
const repeatAfterMs = 5_000;

const createRepeatFilter = () => {
  const printedAt = new Map<string, number>();
  return (text: string): boolean => {
    const now = performance.now();
    for (const [old, at] of printedAt) if (now - at > repeatAfterMs) printedAt.delete(old);
    if (printedAt.has(text)) return false;
    printedAt.set(text, now);
    return true;
  };
};

export const openConsole = ({
  stream = process.stdout,
  all = false,
}: { stream?: NodeJS.WriteStream; all?: boolean } = {}): Console => {
  // EPIPE after the terminal closed must not prevent an orderly stop.
  stream.on('error', () => undefined);
  const paint = (style: Style, text: string) => (stream.isTTY ? styleText(style, text) : text);
  const isNew = createRepeatFilter();
  const clock = () => new Date().toTimeString().slice(0, 8);
  const printLine = (text: string) => void stream.write(`${paint('dim', clock())} ${text}\n`);
  return {
    paint,
    print: (text = '') => void stream.write(`${text}\n`),
    report: printLine,
    echo: (name, line, notable) => {
      if (!notable && !all) return;
      const text = all ? line : (notable?.text ?? '');
      if (!all && !isNew(`${name}: ${text}`)) return;
      printLine(paint(colourOf(notable?.level), `${name}: ${text}`));
    },
  };
};

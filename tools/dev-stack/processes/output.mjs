import { createWriteStream } from 'node:fs';
import { createInterface } from 'node:readline';

/** Lines of a child kept for the message that explains its death. */
const TAIL_LINES = 25;
/** pino's levels, as the words our services write and as the numbers of its default. */
const LEVELS = /** @type {Record<string, Notable['level']>} */ ({
  warn: 'warn',
  error: 'error',
  fatal: 'error',
  40: 'warn',
  50: 'error',
  60: 'error',
});
const PINO_FIELDS = ['reason', 'code', 'status', 'route', 'err', 'part'];

/**
 * What of a line is worth a person's attention.
 * @typedef {{level: 'warn' | 'error', text: string}} Notable
 * @typedef {(line: string, source: 'stdout' | 'stderr') => Notable | undefined} Reader
 */

/**
 * Our services write pino's JSON lines; whatever else they print to stderr is a crash.
 * @type {Reader}
 */
export const readPino = (line, source) => {
  const entry = parseEntry(line);
  if (!entry) {
    const isNodeNotice = /^\(node:\d+\)|^\(Use `node/.test(line);
    return source === 'stderr' && line.trim() !== '' && !isNodeNotice
      ? { level: 'error', text: line }
      : undefined;
  }
  const level = LEVELS[String(entry['level'])];
  if (!level) return undefined;
  const details = PINO_FIELDS.flatMap((field) => {
    const value = brief(entry[field]);
    return value === undefined ? [] : [`${field}=${value}`];
  });
  return { level, text: [String(entry['msg'] ?? ''), ...details].join(' ') };
};

/**
 * nats-server marks its levels as [WRN], [ERR] and [FTL].
 * @type {Reader}
 */
export const readNats = (line) => {
  const mark = /\[(WRN|ERR|FTL)\] (.*)/.exec(line);
  return mark ? { level: mark[1] === 'WRN' ? 'warn' : 'error', text: mark[2] ?? '' } : undefined;
};

/** @type {Reader} */
export const readNothing = () => undefined;

/** @param {string} line @returns {Record<string, unknown> | undefined} */
const parseEntry = (line) => {
  if (!line.startsWith('{')) return undefined;
  try {
    return JSON.parse(line);
  } catch {
    return undefined; // a plain line that happens to start with a brace
  }
};

/** @param {unknown} value */
const brief = (value) => {
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'object') return String(value);
  return 'message' in value ? JSON.stringify(value.message) : undefined;
};

/**
 * Sends a child's output to its log file, remembers the last lines and passes every line on.
 * @param {string} logFile
 * @param {(line: string, source: 'stdout' | 'stderr') => void} onLine
 */
export const collectOutput = (logFile, onLine) => {
  const file = createWriteStream(logFile, { flags: 'a', mode: 0o600 });
  // A full disk costs the log, not the stack.
  file.on('error', () => undefined);
  /** @type {string[]} */
  let tail = [];
  /** @param {import('node:stream').Readable} stream @param {'stdout' | 'stderr'} source */
  const read = (stream, source) => {
    createInterface({ input: stream }).on('line', (line) => {
      file.write(`${line}\n`);
      tail = [...tail.slice(1 - TAIL_LINES), line];
      onLine(line, source);
    });
  };
  return {
    /** @param {{stdout: import('node:stream').Readable, stderr: import('node:stream').Readable}} child */
    follow: (child) => {
      tail = []; // the last words of this process, not of the one before it
      read(child.stdout, 'stdout');
      read(child.stderr, 'stderr');
    },
    tail: () => tail,
    close: () => new Promise((resolve) => file.end(() => resolve(undefined))),
  };
};

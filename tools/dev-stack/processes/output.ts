import { createWriteStream } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

export type Source = 'stdout' | 'stderr';

/** The part of a line worth printing on the console. */
export interface Notable {
  level: 'warn' | 'error';
  text: string;
}

/** Extracts the notable part of a line; undefined for an ordinary one. */
export type Reader = (line: string, source: Source) => Notable | undefined;

/** Number of last lines kept for the error message of a child that exits. */
const tailLines = 25;
/** pino's levels: the labels our services write, and the default numbers. */
const levels: Readonly<Record<string, Notable['level']>> = {
  warn: 'warn',
  error: 'error',
  fatal: 'error',
  40: 'warn',
  50: 'error',
  60: 'error',
};
const pinoFields = ['reason', 'code', 'status', 'route', 'err', 'part'];

const parseEntry = (line: string): Record<string, unknown> | undefined => {
  if (!line.startsWith('{')) return undefined;
  try {
    return JSON.parse(line) as Record<string, unknown>;
  } catch {
    return undefined; // a plain line that starts with a brace
  }
};

const brief = (value: unknown): string | undefined => {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'object') {
    return 'message' in value ? JSON.stringify(value.message) : undefined;
  }
  return typeof value === 'string' ? value : JSON.stringify(value);
};

/** Reads pino's JSON lines. Anything else on stderr is an error: it bypassed the logger. */
export const readPino: Reader = (line, source) => {
  const entry = parseEntry(line);
  if (!entry) {
    const isNodeNotice = /^\(node:\d+\)|^\(Use `node/.test(line);
    return source === 'stderr' && line.trim() !== '' && !isNodeNotice
      ? { level: 'error', text: line }
      : undefined;
  }
  const level = levels[String(entry['level'])];
  if (!level) return undefined;
  const details = pinoFields.flatMap((field) => {
    const value = brief(entry[field]);
    return value === undefined ? [] : [`${field}=${value}`];
  });
  return { level, text: [brief(entry['msg']) ?? '', ...details].join(' ') };
};

/** The run's configuration file has random passwords and is readable by its owner only. */
const expectedOfNats = /Plaintext passwords detected/;

/** Reads the levels of nats-server: [WRN], [ERR] and [FTL]. */
export const readNats: Reader = (line) => {
  if (expectedOfNats.test(line)) return undefined;
  const mark = /\[(WRN|ERR|FTL)\] (.*)/.exec(line);
  return mark ? { level: mark[1] === 'WRN' ? 'warn' : 'error', text: mark[2] ?? '' } : undefined;
};

export const readNothing: Reader = () => undefined;

export interface Output {
  /** Reads a new process; forgets the tail of the previous one. */
  follow: (stdout: Readable, stderr: Readable) => void;
  tail: () => readonly string[];
  close: () => Promise<void>;
}

/** Writes a child's output to its log file, keeps the last lines and passes each line on. */
export const collectOutput = (
  logFile: string,
  onLine: (line: string, source: Source) => void,
): Output => {
  const file = createWriteStream(logFile, { flags: 'a', mode: 0o600 });
  // A full disk loses log lines; the stack keeps running.
  file.on('error', () => undefined);
  let tail: string[] = [];
  const read = (stream: Readable, source: Source) => {
    createInterface({ input: stream }).on('line', (line) => {
      file.write(`${line}\n`);
      tail = [...tail.slice(1 - tailLines), line];
      onLine(line, source);
    });
  };
  return {
    follow: (stdout, stderr) => {
      tail = [];
      read(stdout, 'stdout');
      read(stderr, 'stderr');
    },
    tail: () => tail,
    close: () => new Promise((resolve) => file.end(resolve)),
  };
};

import { pino, type Logger, type LoggerOptions } from 'pino';
import { requestLogFields } from './request-context.js';

export type { Logger } from 'pino';

/** Keys redacted in the first three levels of a log entry. A second safeguard: request bodies are not logged at all. */
const secretKeys = [
  'password',
  'token',
  'idToken',
  'grant',
  'authorization',
  'cookie',
  'set-cookie',
  'sdp',
  'candidate',
  'email',
  'filename',
];
const redactPaths = secretKeys.flatMap((key) => {
  const path = key.includes('-') ? `["${key}"]` : key;
  return [
    path,
    `*${key.includes('-') ? '' : '.'}${path}`,
    `*.*${key.includes('-') ? '' : '.'}${path}`,
  ];
});

interface Described {
  type?: string;
  message?: string;
  stack?: string;
  code?: unknown;
  reason?: unknown;
  aggregateErrors?: { message: string }[];
}

/** The database ends the message of a refused write with the values of a key, such as an e-mail address. */
const keyValues = /(?<=\bdup key: )[^]*?(?=\n\s+at |$)/g;

const withoutKeyValues = (text: string | undefined): string | undefined =>
  text?.replace(keyValues, '[redacted]');

/**
 * The fields that explain an error. All others are omitted, because libraries attach the data they worked on: the
 * database driver the documents of a failed write, the JSON parser the body of a request.
 */
const describeError = (error: unknown): unknown => {
  if (!(error instanceof Error)) return error;
  const described: Described = pino.stdSerializers.err(error);
  const { type, code, reason, aggregateErrors } = described;
  const [message, stack] = [described.message, described.stack].map(withoutKeyValues);
  const attempts = aggregateErrors?.map((attempt) => withoutKeyValues(attempt.message));
  return { type, message, stack, code, reason, attempts };
};

/** Logger that writes one JSON line per entry to stdout, with the request and trace ids of the context. */
export const createLogger = (
  name: string,
  level: string,
  destination?: NodeJS.WritableStream,
): Logger => {
  const options: LoggerOptions = {
    name,
    level,
    mixin: requestLogFields,
    serializers: { err: describeError },
    redact: { paths: redactPaths, censor: '[redacted]' },
    formatters: { level: (label) => ({ level: label }) },
    timestamp: pino.stdTimeFunctions.isoTime,
  };
  return destination ? pino(options, destination) : pino(options);
};

/** Discards everything; for tests and tools. */
export const silentLogger: Logger = pino({ level: 'silent' });

import { pino, type Logger, type LoggerOptions } from 'pino';
import { requestLogFields } from './request-context.js';

export type { Logger } from 'pino';

/**
 * Keys whose values never reach a log, at any of the first three depths. Belt and braces: the rule is
 * not to log bodies at all.
 */
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

/** One JSON line per entry on stdout, with request and trace ids bound from the context. */
export const createLogger = (
  name: string,
  level: string,
  destination?: NodeJS.WritableStream,
): Logger => {
  const options: LoggerOptions = {
    name,
    level,
    mixin: requestLogFields,
    redact: { paths: redactPaths, censor: '[redacted]' },
    formatters: { level: (label) => ({ level: label }) },
    timestamp: pino.stdTimeFunctions.isoTime,
  };
  return destination ? pino(options, destination) : pino(options);
};

/** For tests and tools. */
export const silentLogger: Logger = pino({ level: 'silent' });

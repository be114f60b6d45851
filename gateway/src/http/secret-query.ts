import { IncomingMessage } from 'node:http';
import { originFormOf } from './request-target.js';

/**
 * `GET /api/shares/{id}?password=…` contains a secret. It is removed when Node's parser assigns the URL, before any
 * listener, span or log line can read it; afterwards only `passwordInUrl` returns it.
 */
const secrets = new WeakMap<IncomingMessage, string | string[]>();
const secretName = 'password';

/** A character, or its percent-encoding with digits of either case. */
const spellings = (character: string): string => {
  const digits = character.charCodeAt(0).toString(16);
  return `(?:${character}|%${digits.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`)})`;
};

/** A parameter with the name, however encoded; `URLSearchParams` ignores a second question mark. */
const secretParameter = new RegExp(
  `&(\\??${secretName.replace(/./g, spellings)}(?:=[^&]*)?)(?=&|$)`,
  'g',
);

/** Requests with more than one value are refused, so no more are kept. */
const maxValues = 2;

/**
 * Keeps the other parameters byte for byte; `URLSearchParams` would re-encode them. Runs before all limits, on a query
 * of up to 16 KiB, so it searches the text once and decodes no other parameter.
 */
const withoutSecret = (url: string): { url: string; values: string[] } => {
  const start = url.indexOf('?');
  if (start < 0) return { url, values: [] };
  const values: string[] = [];
  const kept = `&${url.slice(start + 1)}`.replace(secretParameter, (_match, parameter: string) => {
    if (values.length < maxValues) values.push(...new URLSearchParams(parameter).values());
    return '';
  });
  const query = kept.slice(1);
  return { url: url.slice(0, start) + (query && `?${query}`), values };
};

/** Passed to `http.createServer` as the `IncomingMessage` class. */
export class RedactedMessage extends IncomingMessage {}

Object.defineProperty(RedactedMessage.prototype, 'url', {
  configurable: true,
  get: () => '',
  set(this: IncomingMessage, assigned: string) {
    // Node's constructor assigns '', its parser then assigns the URL.
    if (assigned === '') return;
    const { url, values } = withoutSecret(originFormOf(assigned));
    if (values.length > 0) secrets.set(this, values.length === 1 ? (values[0] ?? '') : values);
    // An own property, because Express replaces the prototype of its requests.
    Object.defineProperty(this, 'url', {
      value: url,
      writable: true,
      enumerable: true,
      configurable: true,
    });
  },
});

/** Password of the query string; an array if it occurs more than once. */
export const passwordInUrl = (request: IncomingMessage): string | string[] | undefined =>
  secrets.get(request);

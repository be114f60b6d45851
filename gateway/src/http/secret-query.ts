import { IncomingMessage } from 'node:http';

/**
 * `GET /api/shares/{id}?password=…` contains a secret. It is removed when Node's parser assigns the URL, before any
 * listener, span or log line can read it; afterwards only `passwordInUrl` returns it.
 */
const secrets = new WeakMap<IncomingMessage, string | string[]>();
const secretName = 'password';

/** Keeps the other parameters byte for byte; `URLSearchParams` would re-encode them. */
const withoutSecret = (url: string): { url: string; values: string[] } => {
  const start = url.indexOf('?');
  if (start < 0) return { url, values: [] };
  const values: string[] = [];
  const kept = url
    .slice(start + 1)
    .split('&')
    .filter((pair) => {
      const [name, value] = [...new URLSearchParams(pair)][0] ?? [];
      if (name !== secretName) return true;
      values.push(value ?? '');
      return false;
    });
  const query = kept.join('&');
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
    const { url, values } = withoutSecret(assigned);
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

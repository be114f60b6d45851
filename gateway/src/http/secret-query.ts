import { IncomingMessage } from 'node:http';

/**
 * `GET /api/shares/{id}?password=…` carries a secret in its URL. It is cut out at the moment Node's parser
 * sets the URL, before any listener, span or log line can see it; only `passwordInUrl` knows it afterwards.
 */
const secrets = new WeakMap<IncomingMessage, string | string[]>();
const secretName = 'password';

/** Splits by hand: re-encoding the other parameters would change what clients sent. */
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

/** Given to `http.createServer` in place of Node's own class. */
export class RedactedMessage extends IncomingMessage {}

Object.defineProperty(RedactedMessage.prototype, 'url', {
  configurable: true,
  get: () => '',
  set(this: IncomingMessage, assigned: string) {
    // Node's constructor assigns '' first, its parser the real URL second.
    if (assigned === '') return;
    const { url, values } = withoutSecret(assigned);
    if (values.length > 0) secrets.set(this, values.length === 1 ? (values[0] ?? '') : values);
    // An own property from here on: Express replaces the prototype of its requests.
    Object.defineProperty(this, 'url', {
      value: url,
      writable: true,
      enumerable: true,
      configurable: true,
    });
  },
});

/** The password of the query string; an array when it was given more than once. */
export const passwordInUrl = (request: IncomingMessage): string | string[] | undefined =>
  secrets.get(request);

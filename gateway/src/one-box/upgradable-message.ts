import type { IncomingMessage } from 'node:http';
import { RedactedMessage } from '../http/secret-query.js';

/**
 * Node hands every request that offers another protocol to the listener for upgrades. A server ignores those that it does
 * not want (RFC 9110, section 7.8): clients offer HTTP/2 with ordinary requests, and expect the ordinary response. Node's
 * parser assigns `upgrade` and reads it once the headers are known. Later versions of Node have an option for this:
 * https://nodejs.org/api/http.html#httpcreateserveroptions-requestlistener, `shouldUpgradeCallback`.
 */
const offers = new WeakSet<IncomingMessage>();

const wantsWebSocket = ({ headers }: IncomingMessage): boolean =>
  (headers.upgrade ?? '').split(',').some((name) => name.trim().toLowerCase() === 'websocket');

/** Passed to `http.createServer` as the `IncomingMessage` class. */
export class UpgradableMessage extends RedactedMessage {}

Object.defineProperty(UpgradableMessage.prototype, 'upgrade', {
  configurable: true,
  get(this: IncomingMessage) {
    return offers.has(this) && wantsWebSocket(this);
  },
  set(this: IncomingMessage, isOffer: boolean | null) {
    if (isOffer === true) offers.add(this);
  },
});

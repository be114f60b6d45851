import type { NodeConnectionOptions } from '@nats-io/transport-node';
import { brokerAddressRule, isBrokerAddress } from '../process/connections.js';

/** Parameter with the file of the authority that signed the server's certificate, as in MongoDB's addresses. */
const authorityParameter = 'tlsCAFile';

/**
 * Connection options of `nats://user:password@host:port`: the client takes credentials from options only. Each user has
 * its own prefix for replies, because users may subscribe to no other.
 *
 * `tls://…` requires TLS: without the option the client would also accept a server that offers none. Node's error for a
 * malformed URL contains it, with the password.
 */
export const brokerAddress = (
  url: string,
): Pick<NodeConnectionOptions, 'servers' | 'user' | 'pass' | 'inboxPrefix' | 'tls'> => {
  if (!isBrokerAddress(url)) throw new TypeError(`NATS_URL: ${brokerAddressRule}`);
  const { protocol, host, username, password, searchParams } = new URL(url);
  const caFile = searchParams.get(authorityParameter);
  const server = {
    servers: `${protocol}//${host}`,
    ...(protocol === 'tls:' && { tls: caFile === null ? {} : { caFile } }),
  };
  if (username === '') return server;
  const user = decodeURIComponent(username);
  return {
    ...server,
    user,
    pass: decodeURIComponent(password),
    inboxPrefix: `_INBOX.${user}`,
  };
};

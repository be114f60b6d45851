import type { NodeConnectionOptions } from '@nats-io/transport-node';

/**
 * Connection options of `nats://user:password@host:port`: the client takes credentials from options only. Each user has
 * its own prefix for replies, because users may subscribe to no other.
 */
export const brokerAddress = (
  url: string,
): Pick<NodeConnectionOptions, 'servers' | 'user' | 'pass' | 'inboxPrefix'> => {
  const { protocol, host, username, password } = new URL(url);
  if (username === '') return { servers: url };
  const user = decodeURIComponent(username);
  return {
    servers: `${protocol}//${host}`,
    user,
    pass: decodeURIComponent(password),
    inboxPrefix: `_INBOX.${user}`,
  };
};

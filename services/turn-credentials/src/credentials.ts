import { createHash, createHmac } from 'node:crypto';

export interface Relay {
  urls: readonly string[];
  /** The first one signs. coturn accepts all it is configured with. */
  secrets: readonly string[];
}

export interface TurnCredentials {
  /** `<unix time of expiry>:<participant>`, what coturn's REST scheme expects. */
  username: string;
  /** Base64 of HMAC-SHA1 over the username. */
  credential: string;
}

/** One side of a share in one network. */
export interface RelayUser {
  shareId: string;
  role: 'sender' | 'receiver';
  network: string;
}

/**
 * coturn's `user-quota` counts the allocations of this id together (it counts by the part after the colon and requires 12
 * characters or more). It is the same for everyone on one side of a share in one network, so that new accounts, grants
 * and viewer ids give no further quota, and a receiver cannot use up the sender's. It reveals nothing about them.
 */
export const relayIdOf = ({ shareId, role, network }: RelayUser): string =>
  createHash('sha256').update(`${shareId}\0${role}\0${network}`).digest('hex').slice(0, 24);

/** The scheme prescribes HMAC-SHA1 (draft-uberti-behave-turn-rest); the secret is long, the lifetime short. */
export const signCredentials = (
  relayId: string,
  secret: string,
  ttlSeconds: number,
  now: Date,
): TurnCredentials => {
  const expiry = Math.floor(now.getTime() / 1000) + ttlSeconds;
  const username = `${expiry}:${relayId}`;
  return { username, credential: createHmac('sha1', secret).update(username).digest('base64') };
};

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

export type Participant = { kind: 'user'; uid: string } | { kind: 'viewer'; viewerId: string };

/**
 * Stable per participant, so that coturn's `user-quota` counts all of their allocations together (it counts
 * by the part after the colon and requires 12 characters or more), and reveals nothing about them.
 */
export const relayIdOf = (participant: Participant): string => {
  const id = participant.kind === 'user' ? participant.uid : participant.viewerId;
  return createHash('sha256').update(`${participant.kind}\0${id}`).digest('hex').slice(0, 24);
};

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

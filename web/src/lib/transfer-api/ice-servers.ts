import type { IceServer, TurnCredentials, TurnParams } from '@tandem/proto/browser/http/turn';
import { loadConfig } from '../http/config.js';
import { callApi, readFields } from '../http/http.js';
import { fieldsOf, type Unchecked } from '../unchecked.js';

/** A grant, or the share of the owner whose session cookie suffices. */
export interface RelayCredentials {
  grant?: string;
  shareId?: string;
}

const isIceServer = (value: unknown): value is RTCIceServer => {
  const { urls }: Unchecked<IceServer> = fieldsOf(value);
  return typeof urls === 'string' || (Array.isArray(urls) && urls.length > 0);
};

/** Peers may connect without a relay, so a slow response must not delay the connection. */
const timeoutMs = 5_000;

const withTimeout = <Answer>(answer: Promise<Answer>, fallback: Answer): Promise<Answer> =>
  new Promise((resolve) => {
    const timer = setTimeout(() => resolve(fallback), timeoutMs);
    void answer
      .catch(() => fallback)
      .then(resolve)
      .finally(() => clearTimeout(timer));
  });

const fetchRelays = async (
  credentials: RelayCredentials | Promise<RelayCredentials>,
): Promise<RTCIceServer[]> => {
  const { grant, shareId } = await credentials;
  const params: TurnParams = shareId === undefined ? {} : { share: shareId };
  const response = await callApi('/turn-credentials', {
    params,
    cache: 'no-store',
    ...(grant !== undefined && { authorization: `Grant ${grant}`, account: null }),
  });
  const { iceServers }: Unchecked<TurnCredentials> = await readFields(response);
  return Array.isArray(iceServers) ? iceServers.filter(isIceServer) : [];
};

const urlsOf = (server: RTCIceServer): string[] => [server.urls].flat();

const loadStunServers = async (): Promise<string[]> => (await loadConfig()).stunServers.slice(0, 2);

/** Two public STUN servers, then relays, without those that do not arrive in time. Never rejects. */
export const loadIceServers = async (
  credentials: RelayCredentials | Promise<RelayCredentials> = {},
): Promise<RTCIceServer[]> => {
  // A configuration that has failed to load is loaded again here, and may never answer.
  const [stun, relays] = await Promise.all([
    withTimeout(loadStunServers(), []),
    withTimeout(fetchRelays(credentials), []),
  ]);
  // The response may repeat the STUN servers; a duplicate only delays gathering.
  const known = new Set(stun);
  const extra = relays.filter((server) => !urlsOf(server).every((url) => known.has(url)));
  return [...stun.map((urls) => ({ urls })), ...extra];
};

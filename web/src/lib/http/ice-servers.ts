import type { IceServer, TurnCredentials } from '@tandem/proto/browser/http/turn';
import { loadConfig } from './config.js';
import { apiUrl } from '../paths.js';
import { traceHeader } from './traceparent.js';
import { fieldsOf, type Unchecked } from './unchecked.js';

/** Proves that the asker takes part in a share; a session cookie is proof enough for the owner. */
export interface RelayCredentials {
  grant?: string;
}

const isIceServer = (value: unknown): value is RTCIceServer => {
  const { urls }: Unchecked<IceServer> = fieldsOf(value);
  return typeof urls === 'string' || (Array.isArray(urls) && urls.length > 0);
};

/** A server that does not answer at all must not keep two people apart who may need no relay. */
const patienceMs = 5_000;

const within = <Answer>(asking: Promise<Answer>, otherwise: Answer): Promise<Answer> =>
  new Promise((resolve) => {
    const timer = setTimeout(() => resolve(otherwise), patienceMs);
    void asking
      .catch(() => otherwise)
      .then(resolve)
      .finally(() => clearTimeout(timer));
  });

const fetchRelays = async (
  credentials: RelayCredentials | Promise<RelayCredentials>,
): Promise<RTCIceServer[]> => {
  const { grant } = await credentials;
  const response = await fetch(apiUrl('/turn-credentials'), {
    credentials: 'include',
    cache: 'no-store',
    headers: {
      ...(grant === undefined ? {} : { authorization: `Grant ${grant}` }),
      ...traceHeader(),
    },
  });
  if (!response.ok) return [];
  const { iceServers }: Unchecked<TurnCredentials> = fieldsOf(await response.json());
  return Array.isArray(iceServers) ? iceServers.filter(isIceServer) : [];
};

const urlsOf = (server: RTCIceServer): string[] => [server.urls].flat();

/** Two public STUN servers, then relay servers; only STUN when those cannot be had soon. Never rejects. */
export const loadIceServers = async (
  credentials: RelayCredentials | Promise<RelayCredentials> = {},
): Promise<RTCIceServer[]> => {
  const stun = await loadConfig().then(
    (config) => config.stunServers.slice(0, 2),
    () => [],
  );
  const relays = await within(fetchRelays(credentials), []);
  // The answer may repeat the STUN servers; asking one twice only delays gathering.
  const known = new Set(stun);
  const extra = relays.filter((server) => !urlsOf(server).every((url) => known.has(url)));
  return [...stun.map((urls) => ({ urls })), ...extra];
};

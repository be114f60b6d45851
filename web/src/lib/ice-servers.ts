import { loadConfig } from './config.js';
import { apiUrl } from './paths.js';
import { traceHeader } from './traceparent.js';

/** Proves that the asker takes part in a share; a session cookie is proof enough for the owner. */
export interface RelayCredentials {
  grant?: string;
}

const isIceServer = (value: unknown): value is RTCIceServer => {
  if (typeof value !== 'object' || value === null || !('urls' in value)) return false;
  const { urls } = value;
  return typeof urls === 'string' || (Array.isArray(urls) && urls.length > 0);
};

const fetchRelays = async ({ grant }: RelayCredentials): Promise<RTCIceServer[]> => {
  const response = await fetch(apiUrl('/turn-credentials'), {
    credentials: 'include',
    cache: 'no-store',
    headers: {
      ...(grant === undefined ? {} : { authorization: `Grant ${grant}` }),
      ...traceHeader(),
    },
  });
  if (!response.ok) return [];
  const answer: unknown = await response.json();
  const servers =
    typeof answer === 'object' && answer !== null && 'iceServers' in answer
      ? answer.iceServers
      : [];
  return Array.isArray(servers) ? servers.filter(isIceServer) : [];
};

const urlsOf = (server: RTCIceServer): string[] => [server.urls].flat();

/** Two public STUN servers, then relay servers; only STUN when those cannot be had. Never rejects. */
export const loadIceServers = async (
  credentials: RelayCredentials = {},
): Promise<RTCIceServer[]> => {
  const stun = await loadConfig().then(
    (config) => config.stunServers.slice(0, 2),
    () => [],
  );
  const relays = await fetchRelays(credentials).catch(() => []);
  // The answer may repeat the STUN servers; asking one twice only delays gathering.
  const known = new Set(stun);
  const extra = relays.filter((server) => !urlsOf(server).every((url) => known.has(url)));
  return [...stun.map((urls) => ({ urls })), ...extra];
};

/**
 * The ICE servers of a connection and of those beside it. ICE gathers candidates again when it restarts, and the
 * credentials of relays are valid for ten minutes (docs/protocol.md, 1.3): two peers that reach each other through a
 * relay alone could not restart an hour later.
 */
export interface IceServers {
  current(): RTCIceServer[];
  /** Loads them again when they are old. Never rejects. */
  renew(): Promise<RTCIceServer[]>;
}

/** Half of the time for which credentials are valid. */
const renewAfterMs = 5 * 60_000;

const hasRelay = (servers: readonly RTCIceServer[]): boolean =>
  servers.some(({ urls }) => [urls].flat().some((url) => /^turns?:/i.test(url)));

/** The age is negative after the clock of the device was set back; the true one is unknown. */
const isYoung = (ageMs: number, maxAgeMs: number): boolean => ageMs >= 0 && ageMs < maxAgeMs;

/** Far below the time for which credentials are valid. */
const sharedForMs = 30_000;

/**
 * The servers for the recipients of one share: relays are loaded for the first, and again after half a minute. A
 * recipient that joins and leaves all the time must not use up the owner's requests. An answer without relays is not
 * used again: the room was empty, or the server did not answer in time.
 *
 * @param load never rejects.
 */
export const sharedIceServers = (
  load: () => Promise<RTCIceServer[]>,
  wallClock: () => Date,
): (() => Promise<RTCIceServer[]>) => {
  let loaded: RTCIceServer[] = [];
  let loadedAtMs = -Infinity;
  let loading: Promise<RTCIceServer[]> | null = null;

  const isFresh = (): boolean =>
    hasRelay(loaded) && isYoung(wallClock().getTime() - loadedAtMs, sharedForMs);
  const reload = async (): Promise<RTCIceServer[]> => {
    const servers = await load();
    loading = null;
    loaded = servers;
    loadedAtMs = wallClock().getTime();
    return servers;
  };

  return async () => {
    if (isFresh()) return loaded;
    // It may have been sent before the room was live.
    if (loading !== null) await loading;
    if (isFresh()) return loaded;
    loading ??= reload();
    return loading;
  };
};

/** @param load never rejects. @param wallClock because credentials expire while a computer sleeps. */
export const renewableIceServers = (
  loaded: RTCIceServer[],
  load: () => Promise<RTCIceServer[]>,
  wallClock: () => Date,
): IceServers => {
  let servers = loaded;
  let loadedAtMs = wallClock().getTime();
  let loading: Promise<RTCIceServer[]> | null = null;

  const reload = async (): Promise<RTCIceServer[]> => {
    const fresh = await load();
    loading = null;
    // Without relays when the server did not answer in time: the old ones may still be good.
    if (hasRelay(servers) && !hasRelay(fresh)) return servers;
    loadedAtMs = wallClock().getTime();
    servers = fresh;
    return servers;
  };

  return {
    current: () => servers,
    renew() {
      if (isYoung(wallClock().getTime() - loadedAtMs, renewAfterMs))
        return Promise.resolve(servers);
      loading ??= reload();
      return loading;
    },
  };
};

/** For a connection that ends within seconds. */
export const fixedIceServers = (servers: RTCIceServer[]): IceServers => ({
  current: () => servers,
  renew: () => Promise.resolve(servers),
});

/** The path between the two peers, as `getStats()` reports it: https://www.w3.org/TR/webrtc-stats/ */

import type { TransferReport } from '@tandem/proto/browser/http/transfer-report';
import type { ConnectionType } from '@tandem/proto/browser/transfers';

export interface ConnectionStats {
  connectionType: ConnectionType;
  localCandidateType: string;
  remoteCandidateType: string;
  selectedCandidatePair: TransferReport['selectedCandidatePair'];
  rttMs: number | null;
  packetsLost: number;
  stunServersUsed: string[];
  turnServersUsed: string[];
}

export const unknownConnection: ConnectionStats = {
  connectionType: 'unknown',
  localCandidateType: 'unknown',
  remoteCandidateType: 'unknown',
  selectedCandidatePair: null,
  rttMs: null,
  packetsLost: 0,
  stunServersUsed: [],
  turnServersUsed: [],
};

type Entry = Record<string, unknown>;

const text = (entry: Entry | undefined, key: string): string => {
  const value = entry?.[key];
  return typeof value === 'string' ? value : '';
};
const number = (entry: Entry | undefined, key: string): number | null => {
  const value = entry?.[key];
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
};

/** A relay at either end is TURN, a reflexive address STUN, two host addresses a direct path. */
export const classifyConnection = (local: string, remote: string): ConnectionType => {
  const types = [local, remote];
  if (types.includes('relay')) return 'turn';
  if (types.includes('srflx') || types.includes('prflx')) return 'stun';
  return local === 'host' && remote === 'host' ? 'direct' : 'unknown';
};

/**
 * Chromium and Safari name the pair in `RTCTransportStats`. Firefox had none for long and marks the pair `selected`:
 * https://developer.mozilla.org/en-US/docs/Web/API/RTCTransportStats#browser_compatibility
 */
const selectPair = (entries: ReadonlyMap<string, Entry>): Entry | undefined => {
  const all = [...entries.values()];
  for (const transport of all.filter((entry) => entry['type'] === 'transport')) {
    const pair = entries.get(text(transport, 'selectedCandidatePairId'));
    if (pair !== undefined) return pair;
  }
  const pairs = all.filter((entry) => entry['type'] === 'candidate-pair');
  return (
    pairs.find((pair) => pair['selected'] === true) ??
    pairs.find((pair) => pair['nominated'] === true && pair['state'] === 'succeeded')
  );
};

/** Servers that returned a candidate. Empty in browsers without `RTCIceCandidateStats.url`, such as Firefox. */
const serversUsed = (entries: ReadonlyMap<string, Entry>, scheme: RegExp): string[] => {
  const urls = [...entries.values()]
    .filter((entry) => entry['type'] === 'local-candidate')
    .map((entry) => text(entry, 'url'))
    .filter((url) => scheme.test(url));
  return [...new Set(urls)];
};

/** Older browsers call the address `ip`: https://developer.mozilla.org/en-US/docs/Web/API/RTCIceCandidateStats */
const address = (candidate: Entry | undefined): string => {
  const host = text(candidate, 'address') || text(candidate, 'ip');
  const port = number(candidate, 'port');
  if (host === '' || port === null) return host;
  return host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
};

/** Where the other side is, as this browser sees it. A relay stands before it, and host names of mDNS say nothing. */
export const peerAddressOf = ({
  remoteCandidateType,
  selectedCandidatePair,
}: ConnectionStats): string => {
  const remote = selectedCandidatePair?.remoteAddress ?? '';
  if (remoteCandidateType === 'relay' || /\.local\b/.test(remote)) return '';
  return /^\[(.*)\]/.exec(remote)?.[1] ?? remote.replace(/:\d+$/, '');
};

export const readConnectionStats = (report: Iterable<[string, unknown]>): ConnectionStats => {
  const entries = new Map<string, Entry>();
  for (const [id, entry] of report) entries.set(id, entry as Entry);
  const servers = {
    stunServersUsed: serversUsed(entries, /^stuns?:/),
    turnServersUsed: serversUsed(entries, /^turns?:/),
  };
  const pair = selectPair(entries);
  if (pair === undefined) return { ...unknownConnection, ...servers };
  const local = entries.get(text(pair, 'localCandidateId'));
  const remote = entries.get(text(pair, 'remoteCandidateId'));
  const localType = text(local, 'candidateType') || 'unknown';
  const remoteType = text(remote, 'candidateType') || 'unknown';
  const rttSeconds = number(pair, 'currentRoundTripTime');
  return {
    ...servers,
    connectionType: classifyConnection(localType, remoteType),
    localCandidateType: localType,
    remoteCandidateType: remoteType,
    selectedCandidatePair: {
      localAddress: address(local),
      remoteAddress: address(remote),
      priority: number(pair, 'priority') ?? number(local, 'priority') ?? 0,
      state: text(pair, 'state') || 'unknown',
    },
    rttMs: rttSeconds === null ? null : Math.round(rttSeconds * 10_000) / 10,
    packetsLost: number(pair, 'packetsDiscardedOnSend') ?? 0,
  };
};

/** `getStats()` of a data-only connection in Chromium 156, Firefox 153 and Safari 18, and the statistics read from it. */

import type { ConnectionStats } from '../../connection/stats.js';

export type Report = [string, Record<string, unknown>][];

const at = { timestamp: 1_767_225_600_000.123 };

/** Three pairs: one failed, one is selected, one was checked and is not selected. */
export const chromiumRelayed: Report = [
  ['CFA1', { ...at, id: 'CFA1', type: 'certificate', fingerprintAlgorithm: 'sha-256' }],
  ['D3', { ...at, id: 'D3', type: 'data-channel', label: 'fileTransfer', state: 'open' }],
  [
    'CPaaa',
    {
      ...at,
      id: 'CPaaa',
      type: 'candidate-pair',
      transportId: 'T01',
      localCandidateId: 'Ihost',
      remoteCandidateId: 'Ifar',
      state: 'failed',
      nominated: false,
      priority: 9_115_005_270_282_354_000,
      packetsDiscardedOnSend: 0,
    },
  ],
  [
    'CPbbb',
    {
      ...at,
      id: 'CPbbb',
      type: 'candidate-pair',
      transportId: 'T01',
      localCandidateId: 'Irelay',
      remoteCandidateId: 'Ifar',
      state: 'succeeded',
      nominated: true,
      writable: true,
      priority: 395_789_001_576_824_300,
      bytesSent: 73_400_320,
      bytesReceived: 1_048_576,
      totalRoundTripTime: 1.204,
      currentRoundTripTime: 0.0421,
      availableOutgoingBitrate: 300_000,
      packetsDiscardedOnSend: 7,
    },
  ],
  [
    'Ihost',
    {
      ...at,
      id: 'Ihost',
      type: 'local-candidate',
      transportId: 'T01',
      candidateType: 'host',
      protocol: 'udp',
      address: '192.0.2.10',
      ip: '192.0.2.10',
      port: 51_820,
      priority: 2_122_260_223,
      networkType: 'wifi',
    },
  ],
  [
    'Isrflx',
    {
      ...at,
      id: 'Isrflx',
      type: 'local-candidate',
      candidateType: 'srflx',
      protocol: 'udp',
      address: '198.51.100.4',
      port: 40_001,
      url: 'stun:stun.example.org:3478',
    },
  ],
  [
    'Irelay',
    {
      ...at,
      id: 'Irelay',
      type: 'local-candidate',
      candidateType: 'relay',
      protocol: 'udp',
      relayProtocol: 'udp',
      address: '203.0.113.9',
      port: 49_160,
      url: 'turn:turn.example.org:3478?transport=udp',
    },
  ],
  [
    'Ifar',
    {
      ...at,
      id: 'Ifar',
      type: 'remote-candidate',
      candidateType: 'prflx',
      protocol: 'udp',
      address: '198.51.100.77',
      port: 33_333,
    },
  ],
  [
    'T01',
    {
      ...at,
      id: 'T01',
      type: 'transport',
      dtlsState: 'connected',
      iceState: 'connected',
      selectedCandidatePairId: 'CPbbb',
      selectedCandidatePairChanges: 2,
    },
  ],
];

/** No transport entry, `selected` on the pair, no server URLs; the remote address is an mDNS name. */
export const firefoxDirect: Report = [
  [
    'p0',
    {
      ...at,
      id: 'p0',
      type: 'candidate-pair',
      localCandidateId: 'l0',
      remoteCandidateId: 'r0',
      state: 'succeeded',
      nominated: true,
      selected: false,
      priority: 1,
    },
  ],
  [
    'p1',
    {
      ...at,
      id: 'p1',
      type: 'candidate-pair',
      localCandidateId: 'l1',
      remoteCandidateId: 'r1',
      state: 'succeeded',
      nominated: true,
      selected: true,
      priority: 9_115_005_270_282_338_000,
      currentRoundTripTime: 0.001,
    },
  ],
  ['l0', { ...at, type: 'local-candidate', candidateType: 'srflx', address: '198.51.100.4' }],
  ['l1', { ...at, type: 'local-candidate', candidateType: 'host', address: '10.0.0.2', port: 9 }],
  ['r0', { ...at, type: 'remote-candidate', candidateType: 'host', address: '10.0.0.9', port: 8 }],
  [
    'r1',
    { ...at, type: 'remote-candidate', candidateType: 'host', address: 'a1b2.local', port: 8 },
  ],
];

/** WebKit omits the remote address of an mDNS candidate, and has no round trip time before a check. */
const safariReflexive: Report = [
  [
    'RTCTransport_0',
    { ...at, type: 'transport', selectedCandidatePairId: 'RTCIceCandidatePair_1' },
  ],
  [
    'RTCIceCandidatePair_1',
    {
      ...at,
      type: 'candidate-pair',
      localCandidateId: 'RTCIceCandidate_L',
      remoteCandidateId: 'RTCIceCandidate_R',
      state: 'in-progress',
      nominated: false,
    },
  ],
  [
    'RTCIceCandidate_L',
    {
      ...at,
      type: 'local-candidate',
      candidateType: 'srflx',
      address: '198.51.100.8',
      port: 5_000,
      priority: 1_686_052_607,
      url: 'stun:stun.example.org:3478',
    },
  ],
  ['RTCIceCandidate_R', { ...at, type: 'remote-candidate', candidateType: 'host', port: 4_000 }],
];

/** Browser, report, and the statistics read from it. */
export const statsReports: [string, Report, ConnectionStats][] = [
  [
    'Chromium through a relay',
    chromiumRelayed,
    {
      connectionType: 'turn',
      localCandidateType: 'relay',
      remoteCandidateType: 'prflx',
      selectedCandidatePair: {
        localAddress: '203.0.113.9:49160',
        remoteAddress: '198.51.100.77:33333',
        priority: 395_789_001_576_824_300,
        state: 'succeeded',
      },
      rttMs: 42.1,
      packetsLost: 7,
      stunServersUsed: ['stun:stun.example.org:3478'],
      turnServersUsed: ['turn:turn.example.org:3478?transport=udp'],
    },
  ],
  [
    'Firefox in one network',
    firefoxDirect,
    {
      connectionType: 'direct',
      localCandidateType: 'host',
      remoteCandidateType: 'host',
      selectedCandidatePair: {
        localAddress: '10.0.0.2:9',
        remoteAddress: 'a1b2.local:8',
        priority: 9_115_005_270_282_338_000,
        state: 'succeeded',
      },
      rttMs: 1,
      packetsLost: 0,
      stunServersUsed: [],
      turnServersUsed: [],
    },
  ],
  [
    'Safari over the internet',
    safariReflexive,
    {
      connectionType: 'stun',
      localCandidateType: 'srflx',
      remoteCandidateType: 'host',
      selectedCandidatePair: {
        localAddress: '198.51.100.8:5000',
        remoteAddress: '',
        priority: 1_686_052_607,
        state: 'in-progress',
      },
      rttMs: null,
      packetsLost: 0,
      stunServersUsed: ['stun:stun.example.org:3478'],
      turnServersUsed: [],
    },
  ],
];

import { firefoxDirect, statsReports } from '../test/support/stats-reports.js';
import {
  classifyConnection,
  peerAddressOf,
  readConnectionStats,
  unknownConnection,
} from './stats.js';

describe('connection statistics', () => {
  it.each(statsReports)(
    'are read from the report of %s [3.89, 3.90, 3.91, 3.92, 3.93, 3.97, 3.98, 3.103]',
    (_name, report, expected) => {
      expect(readConnectionStats(report)).toEqual(expected);
    },
  );

  it('include pair, addresses, servers and round trip time [3.103]', () => {
    const pair = {
      type: 'candidate-pair',
      localCandidateId: 'L',
      remoteCandidateId: 'R',
      state: 'succeeded',
      priority: 7,
      currentRoundTripTime: 0.0123,
    };
    const local = { type: 'local-candidate', candidateType: 'relay', address: '10.0.0.1', port: 5 };
    const remote = {
      type: 'remote-candidate',
      candidateType: 'srflx',
      address: 'fd00::2',
      port: 6,
    };
    const report: [string, unknown][] = [
      ['T', { type: 'transport', selectedCandidatePairId: 'P' }],
      ['P', pair],
      ['L', { ...local, url: 'turn:t.test' }],
      ['R', remote],
      ['S', { type: 'local-candidate', candidateType: 'srflx', url: 'stun:s.test' }],
    ];
    expect(readConnectionStats(report)).toEqual({
      connectionType: 'turn',
      localCandidateType: 'relay',
      remoteCandidateType: 'srflx',
      selectedCandidatePair: {
        localAddress: '10.0.0.1:5',
        remoteAddress: '[fd00::2]:6',
        priority: 7,
        state: 'succeeded',
      },
      rttMs: 12.3,
      packetsLost: 0,
      stunServersUsed: ['stun:s.test'],
      turnServersUsed: ['turn:t.test'],
    });
  });

  it('are unknown for an empty report', () => {
    expect(readConnectionStats([])).toEqual(unknownConnection);
  });

  it('recognise a relay at the remote end', () => {
    const report = structuredClone(firefoxDirect);
    for (const [id, entry] of report) if (id === 'r1') entry['candidateType'] = 'relay';
    expect(readConnectionStats(report).connectionType).toBe('turn');
  });
});

describe('the address of the other side', () => {
  const at = (remoteAddress: string, remoteCandidateType = 'srflx') =>
    peerAddressOf({
      ...unknownConnection,
      remoteCandidateType,
      selectedCandidatePair: { localAddress: '', remoteAddress, priority: 0, state: 'succeeded' },
    });

  it.each([
    ['203.0.113.9:4711', 'srflx', '203.0.113.9'],
    ['[2001:db8::9]:4711', 'host', '2001:db8::9'],
    ['203.0.113.9:4711', 'relay', ''],
    ['0b5c1e1c-0000-4000-8000-000000000000.local:4711', 'host', ''],
    ['', 'unknown', ''],
  ])('%j of a %s candidate is %j', (remote, type, expected) => {
    expect(at(remote, type)).toBe(expected);
  });

  it('is not known before a path is chosen', () => {
    expect(peerAddressOf(unknownConnection)).toBe('');
  });
});

describe('connection type', () => {
  it.each([
    ['relay', 'host', 'turn'],
    ['srflx', 'relay', 'turn'],
    ['host', 'prflx', 'stun'],
    ['host', 'host', 'direct'],
    ['host', 'unknown', 'unknown'],
  ])('of a %s and a %s candidate is %s', (local, remote, expected) => {
    expect(classifyConnection(local, remote)).toBe(expected);
  });
});

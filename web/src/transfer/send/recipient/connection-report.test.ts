import { unknownConnection, type ConnectionStats } from '../../connection/stats.js';
import type { Pacing } from '../../pacing/pacer.js';
import { noFacts, type ConnectionFacts } from '../../progress/connection-facts.js';
import { createFakeClock } from '../../test/support/clocks/fake-clock.js';
import { connectionFacts, createRateReporter } from './connection-report.js';

const pacing: Pacing = {
  rttMs: 40,
  lossShare: 0.01,
  isNear: false,
  queueMs: 15,
  windowBytes: 1_000_000,
  isCompeting: false,
};
const shares = { path: 0.9, credit: 0, source: 0, 'own-limit': 0, 'peer-limit': 0 };
const peerLimit = { bytesPerSecond: 5_000, isYielding: false };

const facts = (paced: Pacing | null, stats: Partial<ConnectionStats> = {}): ConnectionFacts =>
  connectionFacts(
    {
      pacing: () => paced,
      waits: () => ({ measuredMs: 3_000, shares }),
      peerLimit: () => peerLimit,
      lanes: () => 3,
    },
    { connectionStats: { ...unknownConnection, rttMs: 25, ...stats }, rates: [1, 2] },
  );

describe('what is known of a connection', () => {
  it('is what the pacer measures, with the queue at the bottleneck', () => {
    expect(facts(pacing)).toEqual({
      ...{ rttMs: 55, lossShare: 0.01, limitedBy: 'line', rates: [1, 2] },
      ...{ peerLimit, lanes: 3, peerAddress: '' },
    });
  });

  it.each<[string, ConnectionFacts, Partial<ConnectionFacts>]>([
    ['a shorter queue than usual', facts({ ...pacing, queueMs: -10 }), { rttMs: 40 }],
    ['a pacer without a measurement', facts({ ...pacing, rttMs: null }), { rttMs: 25 }],
    ['no pacer', facts(null), { rttMs: 25, lossShare: null, limitedBy: 'line' }],
    ['a relay', facts(pacing, { connectionType: 'turn' }), { limitedBy: 'relay' }],
    ['a path within a building', facts({ ...pacing, isNear: true }), { limitedBy: 'devices' }],
  ])('follows from %s', (_title, known, expected) => {
    expect(known).toMatchObject(expected);
  });
});

describe('the reports to the recipient', () => {
  const line: ConnectionFacts = { ...noFacts, limitedBy: 'line', rttMs: 40, lossShare: 0.01 };
  const start = () => {
    const clock = createFakeClock();
    const sent: object[] = [];
    const report = createRateReporter(clock);
    const offer = (known: ConnectionFacts): number => {
      report({ report: (message) => void sent.push(message) }, known);
      return sent.length;
    };
    return { clock, sent, offer };
  };

  it('state what limits the transfer', () => {
    const { sent, offer } = start();
    offer(line);
    expect(sent).toEqual([{ limitedBy: 'line', rttMs: 40, lossShare: 0.01 }]);
  });

  it('are two seconds apart', () => {
    const { clock, offer } = start();
    expect(offer(line)).toBe(1);
    clock.advance(1_999);
    expect(offer(line)).toBe(1);
    clock.advance(1);
    expect(offer(line)).toBe(2);
  });

  it('wait until the limit is known', () => {
    const { offer } = start();
    expect(offer(noFacts)).toBe(0);
    expect(offer(line)).toBe(1);
  });
});

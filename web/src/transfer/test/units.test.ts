/** Small pure parts: statistics (spec 9), names, reconnects (spec 9), connection types, layout, devices. */
import fc from 'fast-check';
import { chooseChunkBytes, chunksInBlock, layoutBlocks } from '../wire/block-layout.js';
import { describeDevice } from '../support/env.js';
import { safeFilename } from '../support/safe-filename.js';
import { CHUNK_HEADER_RESERVE_BYTES } from '../wire/chunk-frames.js';
import { classifyConnection, readConnectionStats } from '../connection/stats.js';
import { drainDelayMs, reconnectDelayMs } from '../signalling/reconnect-policy.js';
import { explainClose, readRefusal } from '../signalling/close-codes.js';
import { signallingUrlFor } from '../signalling/client.js';
import { decodeRecords, encodeRecord, RECORD_BYTES } from '../sinks/opfs/progress-record.js';
import { createSpeedMeter, describeProgress } from '../progress/progress.js';

describe('statistics', () => {
  it('speed is the mean of the last five samples [9.25]', () => {
    const meter = createSpeedMeter();
    meter.reset(0, 0);
    const perHalfSecond = [900_000, 100, 200, 300, 400, 500];
    perHalfSecond.reduce((bytes, step, i) => {
      meter.sample((i + 1) * 500, bytes + step);
      return bytes + step;
    }, 0);
    expect(meter.bytesPerSecond()).toBe(600);
  });
  it('a repeated block counts as standing still', () => {
    const meter = createSpeedMeter();
    meter.reset(0, 1_000);
    meter.sample(500, 200);
    expect(meter.bytesPerSecond()).toBe(0);
  });
  it.each([
    [0, 1_000, 0, false, 0, null],
    [333, 1_000, 100, false, 33.3, 6.67],
    [999_999, 1_000_000, 1, false, 99.9, 1],
    [0, 0, 0, false, 0, null],
    [0, 0, 0, true, 100, 0],
  ])('%i of %i bytes at %i/s', (bytes, total, speed, isDone, percent, etaSeconds) => {
    expect(describeProgress(bytes, total, speed, isDone)).toMatchObject({
      progressPercent: percent,
      etaSeconds,
    });
  });
});

describe('safeFilename', () => {
  it.each([
    ['../../etc/passwd', 'passwd'],
    ['C:\\temp\\report.pdf', 'report.pdf'],
    ['my "best" film 🎬.mp4', 'my best film 🎬.mp4'],
    ["it's here.txt", "it's here.txt"],
    ['invoice\u202Efdp.exe', 'invoicefdp.exe'],
    ['a\u0000b\nc.txt', 'abc.txt'],
    ['CON.txt', '_CON.txt'],
    ['...', 'download'],
    ['  spaced   out .txt ', 'spaced out .txt'],
    ['', 'download'],
    ['folder/', 'folder'],
    ['.bashrc', 'bashrc'],
  ])('%j → %j', (name, expected) => {
    expect(safeFilename(name)).toBe(expected);
  });
  it('is short, harmless and stable for any name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 600 }), (name) => {
        const safe = safeFilename(name);
        expect(new TextEncoder().encode(safe).length).toBeLessThanOrEqual(201);
        expect(safe).not.toMatch(/[/\\\p{Cc}:*?"<>|\u202a-\u202e]|^\.|\.$|^$/u);
        expect(safeFilename(safe)).toBe(safe);
      }),
    );
  });
  it('keeps the extension of a long name', () => {
    expect(safeFilename(`${'ä'.repeat(300)}.tar.gz`)).toMatch(/^ä+\.gz$/);
  });
});

describe('reconnecting', () => {
  it.each([
    [1, false, 0, 3_000],
    [5, false, 0, 15_000],
    [2, true, 0, 12_000],
    [1, false, 0.5, 3_300],
    [6, false, 0, null],
  ])('attempt %i (mobile %s) [9.20]', (attempt, isMobile, random, expected) => {
    expect(reconnectDelayMs(attempt, isMobile, random)).toBe(expected);
  });
  it.each([
    ['', 0.5, 1_500],
    ['come back in 1200 ms', 0.5, 1_200],
    ['99999', 0, 30_000],
  ])('drain %j', (reason, random, expected) => {
    expect(drainDelayMs(reason, random)).toBe(expected);
  });
  const refusal = readRefusal('access-denied', 'No.', false);
  it.each([
    ['a lost connection', 1006, null, true, null],
    ['a drain', 1012, null, true, null],
    ['a wrong password', 4003, refusal, false, 'access-denied'],
    ['a refusal whose close code a proxy swallowed', 1006, refusal, false, 'access-denied'],
    ['a full room', 4007, readRefusal('room-full', 'Full.', true), false, null],
    ['replaced', 4005, null, true, 'replaced'],
    ['a code nobody documented', 4999, null, true, 'share-closed'],
  ])('after %s (close %i)', (_name, code, said, wasJoined, expected) => {
    expect(explainClose(code, said, wasJoined)?.code ?? null).toBe(expected);
  });
  it('names the share in the URL for the load balancer', () => {
    expect(signallingUrlFor('wss://a.test/ws', 'x y')).toBe('wss://a.test/ws?share=x+y');
  });
});

describe('connection type', () => {
  it.each([
    ['relay', 'host', 'turn'],
    ['srflx', 'relay', 'turn'],
    ['host', 'prflx', 'stun'],
    ['host', 'host', 'direct'],
    ['host', 'unknown', 'unknown'],
  ])('%s – %s is %s', (local, remote, expected) => {
    expect(classifyConnection(local, remote)).toBe(expected);
  });
  it('reads pair, addresses, servers and round trip from a report [3.103]', () => {
    const report: [string, unknown][] = [
      ['T', { type: 'transport', selectedCandidatePairId: 'P' }],
      [
        'P',
        {
          type: 'candidate-pair',
          localCandidateId: 'L',
          remoteCandidateId: 'R',
          state: 'succeeded',
          priority: 7,
          currentRoundTripTime: 0.0123,
        },
      ],
      [
        'L',
        {
          type: 'local-candidate',
          candidateType: 'relay',
          address: '10.0.0.1',
          port: 5,
          url: 'turn:t.test',
        },
      ],
      ['R', { type: 'remote-candidate', candidateType: 'srflx', address: 'fd00::2', port: 6 }],
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
  it('says unknown when the browser says nothing', () => {
    expect(readConnectionStats([])).toMatchObject({
      connectionType: 'unknown',
      selectedCandidatePair: null,
      rttMs: null,
    });
  });
});

describe('block layout', () => {
  it('covers every byte once and fits the message size', () => {
    fc.assert(
      fc.property(
        fc.nat(50_000_000),
        fc.integer({ min: 16_384, max: 4_194_304 }),
        fc.integer({ min: 16_384, max: 262_144 }),
        (totalBytes, blockBytes, maxMessageBytes) => {
          const chunkBytes = chooseChunkBytes(blockBytes, maxMessageBytes);
          const layout = layoutBlocks(totalBytes, blockBytes, chunkBytes);
          expect(chunkBytes + CHUNK_HEADER_RESERVE_BYTES).toBeLessThanOrEqual(maxMessageBytes);
          let chunks = 0;
          for (let block = 0; block < layout.blocks; block++)
            chunks += chunksInBlock(layout, block);
          expect(chunks).toBe(layout.totalChunks);
        },
      ),
    );
  });
});

describe('progress record', () => {
  it('restores what was committed and nothing a crash cut short', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 1_000 }), { maxLength: 20 }),
        fc.nat(2_000),
        (lengths, lost) => {
          const all = lengths.map((length, i) => encodeRecord(length, new Uint8Array(32).fill(i)));
          const bytes = new Uint8Array(Buffer.concat(all));
          const kept = bytes.subarray(0, Math.max(0, bytes.length - lost));
          const records = Math.floor(kept.length / RECORD_BYTES);
          const total = lengths.reduce((sum, length) => sum + length, 0);
          const restored = decodeRecords(kept, total);
          expect(restored.digests.length).toBe(records);
          expect(restored.offset).toBe(
            lengths.slice(0, records).reduce((sum, length) => sum + length, 0),
          );
          // A data file shorter than its records is believed only as far as it goes.
          expect(decodeRecords(kept, total - 1).offset).toBeLessThan(Math.max(1, total));
        },
      ),
    );
  });
});

describe('device', () => {
  const iphone =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1';
  const mac =
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15';
  const chrome =
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
  it.each([
    ['an iPhone', iphone, 5, 390, { isIos: true, isSafari: true, isMobile: true }],
    [
      'an iPad that calls itself a Mac',
      mac,
      5,
      1_180,
      { isIos: true, isSafari: true, isMobile: false },
    ],
    ['a Mac', mac, 0, 1_440, { isIos: false, isSafari: true, isMobile: false }],
    [
      'Chrome on a touch laptop',
      chrome,
      10,
      1_440,
      { isIos: false, isSafari: false, isMobile: false },
    ],
  ])('%s', (_name, userAgent, touchPoints, widthPx, expected) => {
    expect(describeDevice(userAgent, touchPoints, widthPx)).toMatchObject(expected);
  });
});

import { createFakeClock } from '../test/support/clocks/fake-clock.js';
import { answerPing, encodePing, encodeByteReport } from '../wire/path-messages.js';
import { createPacer, type PacerOptions } from './pacer.js';

const rttMs = 50;

/** @param earlyMs how much before their time timers fire, as browsers round them. */
const setUp = (earlyMs: number, options: Partial<PacerOptions> = {}) => {
  const clock = createFakeClock();
  let sleptMs = 0;
  const early: typeof clock = {
    ...clock,
    setTimeout: (callback, delayMs) => clock.setTimeout(callback, Math.max(0.1, delayMs - earlyMs)),
    now: () => clock.now() + sleptMs,
  };
  /** Like the browser's clock, goes on while timers and messages wait. */
  const sleep = (ms: number): void => {
    sleptMs += ms;
  };
  const openChannel = () => {
    const channel = Object.assign(new EventTarget(), {
      readyState: 'open',
      pings: 0,
      isMute: false,
      queued: null as ArrayBuffer[] | null,
      delayMs: rttMs,
      send(ping: ArrayBuffer): void {
        channel.pings += 1;
        channel.queued?.push(ping);
        if (!channel.isMute) clock.setTimeout(() => channel.answer(ping), channel.delayMs);
      },
      answer(ping: ArrayBuffer): void {
        const data = answerPing(new Uint8Array(ping), 0);
        channel.dispatchEvent(new MessageEvent('message', { data }));
      },
    });
    return channel;
  };
  const channel = openChannel();
  let changes = 0;
  const pacer = createPacer({
    clock: early,
    waitingBytes: () => 0,
    onChange: () => (changes += 1),
    ...options,
  });
  pacer.measure(channel as unknown as RTCDataChannel);
  clock.advance(2 * rttMs);
  return { clock, sleep, pacer, channel, openChannel, changes: () => changes };
};

describe('a pacer', () => {
  it.each([0, 1, 5])(
    'measures the path as long as bytes are under way, with timers %d ms early and without reports',
    (earlyMs) => {
      const { clock, pacer } = setUp(earlyMs);
      pacer.onSending(4_096);
      clock.advance(2_000);
      expect(pacer.silentMs()).toBeLessThan(2 * rttMs);
    },
  );

  it('measures as long as given-up bytes may still arrive, and no longer', () => {
    let isOwed = true;
    const { clock, pacer } = setUp(0, { isOwed: () => isOwed });
    pacer.onSending(4_096);
    pacer.onLost(4_096, 'standstill');
    clock.advance(2_000);
    expect(pacer.silentMs()).toBeLessThan(2 * rttMs);
    isOwed = false;
    clock.advance(2_000);
    expect(pacer.silentMs()).toBeGreaterThan(1_500);
  });

  it('measures over the channel that replaces a closed one', () => {
    const { clock, pacer, channel, openChannel } = setUp(0);
    pacer.onSending(4_096);
    channel.readyState = 'closed';
    clock.advance(30_000);
    expect(pacer.silentMs()).toBeGreaterThan(29_000);
    const { pings } = channel;
    const second = openChannel();
    pacer.measure(second as unknown as RTCDataChannel);
    clock.advance(2_000);
    expect(pacer.silentMs()).toBeLessThan(2 * rttMs);
    expect(second.pings).toBeGreaterThan(0);
    expect(channel.pings).toBe(pings);
  });

  it('does not let the window out in one burst, and reports when the next message is due', () => {
    const { clock, pacer, changes } = setUp(0);
    const bytes = pacer.messageBytes();
    let sent = 0;
    while (pacer.canSend(bytes)) {
      pacer.onSending(bytes);
      sent += 1;
    }
    expect(sent * bytes).toBeLessThan(pacer.snapshot().windowBytes);
    const before = changes();
    clock.advance(rttMs / 2);
    expect(changes()).toBeGreaterThan(before);
    expect(pacer.canSend(bytes)).toBe(true);
  });

  /** How long after `prepare` the pacer reports a standstill. */
  const reportedAfterMs = (prepare: (rig: ReturnType<typeof setUp>) => void): number => {
    const reportedMs: number[] = [];
    const rig = setUp(0, { onStandstill: () => reportedMs.push(rig.clock.now()) });
    rig.pacer.onSending(1_000);
    rig.clock.advance(4 * rttMs);
    prepare(rig);
    const fromMs = rig.clock.now();
    rig.clock.advance(10_000);
    return (reportedMs[0] ?? Infinity) - fromMs;
  };

  it('reports a standstill after four seconds while pings are answered', () => {
    const ms = reportedAfterMs(() => undefined);
    expect(ms).toBeGreaterThan(3_500);
    expect(ms).toBeLessThan(4_500);
  });

  it.each([
    ['reports a standstill of a given-up channel, which may hold digests and messages', 0, 1],
    ['reports none while that channel delivers what it was sent', 500, 0],
  ])('%s', (_what, bytesPerSecond, expected) => {
    let standstills = 0;
    const { clock, pacer } = setUp(0, {
      isOwed: () => true,
      readDelivered: () => 0,
      onStandstill: () => (standstills += 1),
    });
    const pieces = 20;
    for (let n = 0; n < pieces; n += 1) pacer.onSending(500);
    pacer.onLost(500 * pieces, 'standstill');
    for (let seconds = 1; seconds <= 10; seconds += 1) {
      clock.advance(1_000);
      pacer.onReceived({ receivedBytes: bytesPerSecond * seconds, lanes: [] });
    }
    expect(Math.sign(standstills)).toBe(expected);
  });

  describe('after pings that got no answer', () => {
    /** @returns interruptions that the pacer reports. @param during what happens meanwhile. */
    const interruptions = (
      ms: number,
      rttOfPathMs = rttMs,
      during: (rig: ReturnType<typeof setUp>) => void = () => undefined,
    ): number => {
      let count = 0;
      const rig = setUp(0, { onInterrupted: () => (count += 1) });
      const { clock, pacer, channel } = rig;
      channel.delayMs = rttOfPathMs;
      pacer.onSending(4_096);
      clock.advance(2_000);
      channel.isMute = true;
      channel.queued = [];
      clock.advance(ms);
      during(rig);
      channel.isMute = false;
      channel.queued = null;
      clock.advance(2_000);
      return count;
    };

    it.each([
      ['an interruption of half a second', 500, rttMs, 1],
      ['none for a shorter one, after which SCTP goes on', 300, rttMs, 0],
      ['none between near peers, where its window grows at once', 1_000, 1, 0],
      ['an interruption between near peers in which its timer has run out twice', 2_000, 1, 1],
    ])('reports %s', (_what, ms, rttOfPathMs, expected) => {
      expect(interruptions(ms, rttOfPathMs)).toBe(expected);
    });

    it.each([
      ['shrinks the window when bytes are lost at a standstill', 'standstill', 1 / 2],
      ['keeps it when they are lost in an interruption', 'interruption', 1],
    ] as const)('%s', (_what, cause, share) => {
      const { pacer } = setUp(0);
      pacer.onSending(4_096);
      const before = pacer.snapshot().windowBytes;
      pacer.onLost(4_096, cause);
      expect(pacer.snapshot().windowBytes).toBe(share * before);
    });

    it('reports none for a page that was busy, and answers all of them late', () => {
      const count = interruptions(1_000, rttMs, ({ channel }) => {
        for (const ping of channel.queued ?? []) channel.answer(ping);
      });
      expect(count).toBe(0);
    });
  });

  it('reports a standstill within a second after this computer has slept', () => {
    const ms = reportedAfterMs(({ clock, sleep, channel }) => {
      // No ping is under way, as between peers in one building.
      channel.isMute = true;
      clock.advance(2 * rttMs);
      sleep(20_000);
      channel.isMute = false;
    });
    expect(ms).toBeLessThan(1_000);
  });

  it.each([
    [20_000, 2_000],
    // Longer than pings are remembered.
    [90_000, 200],
  ])(
    'reports a standstill within a second after the receiver’s computer has slept for %d ms',
    (sleptMs, bufferedMs) => {
      const ms = reportedAfterMs(({ clock, channel }) => {
        channel.delayMs = sleptMs;
        clock.advance(bufferedMs);
        channel.isMute = true;
        clock.advance(sleptMs - bufferedMs);
        channel.isMute = false;
        channel.delayMs = rttMs;
      });
      expect(ms).toBeLessThan(1_000);
    },
  );

  /** Pings are lost for two seconds, and then wait in SCTP's queue until the path is back. */
  const interrupt = ({ clock, channel }: ReturnType<typeof setUp>, ms: number): void => {
    channel.isMute = true;
    clock.advance(2_000);
    channel.queued = [];
    clock.advance(ms - 2_000);
    for (const ping of channel.queued) clock.setTimeout(() => channel.answer(ping), rttMs);
    channel.queued = null;
    channel.isMute = false;
  };

  it.each([14_000, 90_000])(
    'waits four seconds after an interruption of %d ms, although pings queued during it are answered late',
    (interruptedMs) => {
      const ms = reportedAfterMs((rig) => interrupt(rig, interruptedMs));
      expect(ms).toBeGreaterThan(3_500);
      expect(ms).toBeLessThan(7_000);
    },
  );

  it('does not take the time in that queue for a queue of the line', () => {
    const { clock, pacer, channel } = setUp(0);
    pacer.onSending(1_000);
    clock.advance(4 * rttMs);
    channel.isMute = true;
    clock.advance(2_000);
    channel.isMute = false;
    channel.delayMs = 12_000;
    clock.advance(500);
    channel.isMute = true;
    const { windowBytes } = pacer.snapshot();
    clock.advance(12_000);
    expect(pacer.silentMs()).toBeLessThan(1_000);
    expect(pacer.snapshot()).toMatchObject({ queueMs: 0, windowBytes });
  });

  it('reports an excess of reports over pings and pieces, and ignores pongs that answer no ping', () => {
    let excesses = 0;
    const { clock, pacer, channel } = setUp(0, { onExcess: () => (excesses += 1) });
    channel.isMute = true;
    const answered = channel.pings;
    const say = (data: ArrayBuffer | string): void =>
      void channel.dispatchEvent(new MessageEvent('message', { data }));
    const pongOf = (sentAtMs: number, receivedBytes: number): ArrayBuffer => {
      const pong = answerPing(new Uint8Array(encodePing(sentAtMs)), receivedBytes);
      if (pong === null) throw new Error('no ping');
      return pong;
    };
    pacer.onSending(4_096);
    clock.advance(2_000);
    const { rttMs: measuredMs } = pacer.snapshot();
    const silentMs = pacer.silentMs();
    for (let n = answered; n < channel.pings; n++) say(pongOf(clock.now() - 0.5, 4_096));
    expect([pacer.silentMs(), pacer.snapshot().rttMs]).toEqual([silentMs, measuredMs]);
    // For the one piece.
    say(encodeByteReport(1_024));
    expect(excesses).toBe(0);
    say('weather');
    expect(excesses).toBe(1);
  });

  it('counts one answer to each ping', () => {
    const { clock, pacer, channel } = setUp(0);
    pacer.onSending(4_096);
    let pong: ArrayBuffer | null = null;
    const send = channel.send.bind(channel);
    channel.send = (ping) => {
      pong ??= answerPing(new Uint8Array(ping), 0);
      send(ping);
    };
    clock.advance(1_000);
    channel.isMute = true;
    clock.advance(2 * rttMs);
    const silentMs = pacer.silentMs();
    expect(silentMs).toBeGreaterThan(0);
    channel.dispatchEvent(new MessageEvent('message', { data: pong }));
    expect(pacer.silentMs()).toBe(silentMs);
  });

  it('leaves no timer behind', () => {
    const { clock, pacer } = setUp(0);
    while (pacer.canSend(pacer.messageBytes())) pacer.onSending(pacer.messageBytes());
    pacer.stop();
    clock.advance(2 * rttMs);
    expect(clock.pending()).toBe(0);
  });
});

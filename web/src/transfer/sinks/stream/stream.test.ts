/** The service-worker stream, both sides joined by a real MessageChannel: protocol document, sinks. */
import type { Sink } from '../sink.js';
import { randomId } from '../../support/env.js';
import { createFakeClock } from '../../test/support/fake-clock.js';
import {
  STREAM_GRACE_MS,
  STREAM_PAGE_LOST_MS,
  STREAM_PATH,
  STREAM_PING_MS,
  type StreamOpen,
  type StreamPing,
} from './protocol.js';
import { createStreamHost } from './worker.js';
import { createStreamSink } from './stream.js';

const ANNOUNCED = { filename: `it's "1" ü.bin`, fileType: 'text/html', totalBytes: 6, fileId: 'f' };

type ToWorker = StreamOpen | StreamPing;

/** @param hears which messages reach the worker; what comes through the port always does. */
function setUp(hears: (message: ToWorker) => boolean = () => true) {
  const clock = createFakeClock();
  const workerClock = createFakeClock();
  const host = createStreamHost(workerClock);
  let leave: () => void = () => undefined;
  const told: ToWorker[] = [];
  const responses: Response[] = [];
  const sink: Sink = createStreamSink({
    clock,
    randomId,
    postToWorker(message, ports) {
      told.push(message);
      if (hears(message)) host.onMessage(message, ports);
    },
    onLeave(act) {
      leave = act;
      return () => {
        leave = () => undefined;
      };
    },
    navigate(url) {
      const found = host.respond(new URL(url, 'https://app.test'));
      if (found !== null) responses.push(found);
      return () => undefined;
    },
  });
  /** Of the download begun last; there is one as soon as the sink is open. */
  const latest = (): Response => {
    const response = responses.at(-1);
    if (response === undefined) throw new Error('nothing was downloaded');
    return response;
  };
  return { clock, workerClock, host, told, latest, sink, leave: () => leave() };
}

/** The next message of the worker's through a port. */
const heardFrom = (port: MessagePort): Promise<unknown> =>
  new Promise((resolve) => {
    port.onmessage = ({ data }) => resolve(data);
  });

describe('stream sink', () => {
  it('delivers the bytes under safe headers, one pull at a time, and counts them', async () => {
    const { sink, latest } = setUp();
    expect(await sink.open(ANNOUNCED)).toBe(0);
    const download = latest();
    const text = download.text();
    await sink.write(new TextEncoder().encode('abc'));
    await sink.write(new TextEncoder().encode('def'));
    expect(await sink.close()).toBe(6);
    expect(await text).toBe('abcdef');
    expect(Object.fromEntries(download.headers)).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename*=UTF-8''it%27s%20%221%22%20%C3%BC.bin`,
      'content-length': '6',
      'x-content-type-options': 'nosniff',
    });
  });

  it('promises no length that the sender did not name', async () => {
    const { sink, latest } = setUp();
    await sink.open({ ...ANNOUNCED, totalBytes: null });
    expect(latest().headers.has('content-length')).toBe(false);
    const text = latest().text();
    await sink.write(new TextEncoder().encode('abc'));
    expect(await sink.close()).toBe(3);
    expect(await text).toBe('abc');
  });

  it('waits for the disk: nothing is handed over before it is asked for', async () => {
    const { sink, latest } = setUp();
    await sink.open(ANNOUNCED);
    const reader = latest().body?.getReader();
    let isWritten = false;
    const first = sink.write(new Uint8Array([1])).then(() => {
      isWritten = true;
    });
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
    expect(isWritten).toBe(false);
    expect((await reader?.read())?.value).toEqual(new Uint8Array([1]));
    await first;
    await sink.abort('done');
  });

  it('an aborted transfer is a failed download, never a short file', async () => {
    const { sink, latest } = setUp();
    await sink.open(ANNOUNCED);
    const text = latest().text();
    await sink.write(new Uint8Array([1]));
    await sink.abort('cancelled');
    await expect(text).rejects.toThrow('transfer aborted');
  });

  it('a download cancelled in the browser ends the transfer with its sentence', async () => {
    const { sink, latest } = setUp();
    await sink.open(ANNOUNCED);
    const reader = latest().body?.getReader();
    const first = reader?.read();
    await sink.write(new Uint8Array([1]));
    await first;
    await reader?.cancel();
    await expect(
      (async () => {
        for (;;) await sink.write(new Uint8Array([2]));
      })(),
    ).rejects.toMatchObject({ code: 'sink-cancelled' });
  });

  it('a worker that says nothing for 30 s is a stalled sink', async () => {
    const { sink, clock } = setUp(() => false);
    const opened = sink.open(ANNOUNCED);
    clock.advance(30_000);
    await expect(opened).rejects.toMatchObject({ code: 'sink-stalled' });
  });

  it('keeps the worker alive by events of its own: what goes through a port does not count as one', async () => {
    const { sink, clock, told } = setUp();
    await sink.open(ANNOUNCED);
    clock.advance(2 * STREAM_PING_MS);
    const [open, ...pings] = told;
    expect(open).toMatchObject({ type: 'tandem-stream-open' });
    const ping = { type: 'tandem-stream-ping', id: (open as StreamOpen).id };
    expect(pings).toEqual([ping, ping]);
    await sink.abort('over');
    clock.advance(10 * STREAM_PING_MS);
    expect([told.length, clock.pending()]).toEqual([3, 0]);
  });

  it('the worker answers for downloads it has, announced or under way, and for no others', async () => {
    const { host } = setUp();
    const { port1, port2 } = new MessageChannel();
    const id = randomId();
    const ping = { type: 'tandem-stream-ping', id };
    expect(host.onMessage(ping, [])).toBe(true);
    const ready = heardFrom(port1);
    host.onMessage({ type: 'tandem-stream-open', id, filename: 'x', totalBytes: 1 }, [port2]);
    expect(await ready).toEqual({ type: 'ready' });
    const announced = heardFrom(port1);
    host.onMessage(ping, []);
    expect(await announced).toEqual({ type: 'pong' });
    const body = host.respond(new URL(STREAM_PATH + id, 'https://app.test'))?.body;
    const underWay = heardFrom(port1);
    host.onMessage(ping, []);
    expect(await underWay).toEqual({ type: 'pong' });
    const cancelled = heardFrom(port1);
    await body?.cancel();
    expect(await cancelled).toEqual({ type: 'cancelled' });
    const afterwards = heardFrom(port1);
    host.onMessage(ping, []);
    // Whatever comes first is not an answer to that ping.
    port2.postMessage('nothing came before');
    expect(await afterwards).toBe('nothing came before');
    port1.close();
  });

  it('a page that is left fails its download, instead of leaving it under way for ever', async () => {
    const { sink, latest, leave } = setUp();
    await sink.open(ANNOUNCED);
    const text = latest().text();
    await sink.write(new Uint8Array([1]));
    leave();
    await expect(text).rejects.toThrow('transfer aborted');
    await expect(sink.write(new Uint8Array([2]))).rejects.toMatchObject({ code: 'sink-stalled' });
  });

  it('a page that died says nothing: its download fails before the worker is ended', async () => {
    const { sink, latest, clock, workerClock } = setUp();
    await sink.open(ANNOUNCED);
    const reader = latest().body?.getReader();
    const first = reader?.read();
    await sink.write(new Uint8Array([1]));
    await first;
    const next = reader?.read();
    // Pings are enough, however slow the sender is.
    for (let pings = 0; pings < 6; pings++) {
      clock.advance(STREAM_PING_MS);
      workerClock.advance(STREAM_PING_MS);
    }
    workerClock.advance(STREAM_PAGE_LOST_MS);
    await expect(next).rejects.toThrow('the page is gone');
    expect(workerClock.pending()).toBe(0);
    await sink.abort('over');
  });

  it('a hidden page, whose timers the browser holds back, answers when it is asked', async () => {
    let pinged = (): void => undefined;
    const { sink, latest, workerClock } = setUp(({ type }) => {
      if (type === 'tandem-stream-ping') pinged();
      return true;
    });
    await sink.open(ANNOUNCED);
    const text = latest().text();
    await sink.write(new TextEncoder().encode('abc'));
    for (let silences = 0; silences < 3; silences++) {
      const answered = new Promise<void>((resolve) => (pinged = resolve));
      workerClock.advance(STREAM_PAGE_LOST_MS - STREAM_GRACE_MS);
      await answered;
    }
    await sink.write(new TextEncoder().encode('def'));
    expect(await sink.close()).toBe(6);
    expect(await text).toBe('abcdef');
  });

  it('a stalled download is a failed one in the browser too', async () => {
    const { sink, clock, latest } = setUp(({ type }) => type === 'tandem-stream-open');
    await sink.open(ANNOUNCED);
    const text = latest().text();
    await sink.write(new Uint8Array([1]));
    const next = sink.write(new Uint8Array([2])).then(() => sink.write(new Uint8Array([3])));
    clock.advance(30_000);
    await expect(next).rejects.toMatchObject({ code: 'sink-stalled' });
    await expect(text).rejects.toThrow('transfer aborted');
  });

  it('a download that has begun cannot be rewound: it fails, and trying again begins another', async () => {
    const { sink, latest } = setUp();
    await sink.open(ANNOUNCED);
    const first = latest().text();
    await sink.write(new Uint8Array([1]));
    await expect(sink.open(ANNOUNCED)).rejects.toMatchObject({ code: 'not-restartable' });
    await expect(first).rejects.toThrow('transfer aborted');
    expect(await sink.open(ANNOUNCED)).toBe(0);
    const second = latest().text();
    await sink.write(new TextEncoder().encode('abc'));
    expect(await sink.close()).toBe(3);
    expect(await second).toBe('abc');
  });

  it('after a download was cancelled in the browser, trying again begins another', async () => {
    const { sink, latest } = setUp();
    await sink.open(ANNOUNCED);
    const reader = latest().body?.getReader();
    const first = reader?.read();
    await sink.write(new Uint8Array([1]));
    await first;
    await reader?.cancel();
    await expect(
      (async () => {
        for (;;) await sink.write(new Uint8Array([2]));
      })(),
    ).rejects.toMatchObject({ code: 'sink-cancelled' });
    expect(await sink.open(ANNOUNCED)).toBe(0);
    const second = latest().text();
    await sink.write(new TextEncoder().encode('abc'));
    expect(await sink.close()).toBe(3);
    expect(await second).toBe('abc');
  });

  it('the worker ignores foreign messages and unknown downloads', () => {
    const { host } = setUp();
    expect(host.onMessage({ type: 'tandem-stream-open', id: '../x' }, [])).toBe(false);
    expect(host.respond(new URL('https://app.test/index.html'))).toBeNull();
    expect(host.respond(new URL(`https://app.test${STREAM_PATH}nothing`))?.status).toBe(404);
  });
});

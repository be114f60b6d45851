/** Both sides of the service-worker stream, joined by a real MessageChannel. */

import { randomId } from '../../support/env.js';
import { createFakeClock } from '../../test/support/clocks/fake-clock.js';
import { settle } from '../../test/support/session-support.js';
import type { Sink } from '../sink.js';
import {
  streamGraceMs,
  streamPageLostMs,
  streamPath,
  streamPingMs,
  type StreamOpen,
  type StreamPing,
} from './protocol.js';
import { createStreamHost } from './stream-host.js';
import { createStreamSink } from './stream.js';

const announcedFile = { filename: `it's "1" ü.bin`, totalBytes: 6, fileId: 'f' };

type ToWorker = StreamOpen | StreamPing;

/**
 * @param delivers which messages reach the worker itself; messages through the port always do.
 * @param whenFetched when the browser's request of a download reaches the worker.
 */
const setUp = (
  delivers: (message: ToWorker) => boolean = () => true,
  whenFetched: (fetch: () => void) => void = (fetch) => fetch(),
) => {
  const clock = createFakeClock();
  const workerClock = createFakeClock();
  const host = createStreamHost(workerClock);
  let leave: () => void = () => undefined;
  const posted: ToWorker[] = [];
  const responses: Response[] = [];
  const sink: Sink = createStreamSink({
    clock,
    randomId,
    findWorker: () =>
      Promise.resolve((message, ports) => {
        posted.push(message);
        if (delivers(message)) host.onMessage(message, ports);
      }),
    onLeave(act) {
      leave = act;
      return () => {
        leave = () => undefined;
      };
    },
    navigate(url) {
      whenFetched(() => {
        const found = host.respond(new URL(url, 'https://app.test'));
        if (found !== null) responses.push(found);
      });
      return () => undefined;
    },
  });
  /** The response of the latest download. */
  const latest = (): Response => {
    const response = responses.at(-1);
    if (response === undefined) throw new Error('nothing was downloaded');
    return response;
  };
  return { clock, workerClock, host, posted, latest, sink, leave: () => leave() };
};

/** The next message through a port. */
const nextMessage = (port: MessagePort): Promise<unknown> =>
  new Promise((resolve) => {
    port.onmessage = ({ data }) => resolve(data);
  });

describe('stream sink', () => {
  it('streams the bytes with safe headers and reports their number', async () => {
    const { sink, latest } = setUp();
    expect(await sink.open(announcedFile)).toBe(0);
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

  it('sends no content length when the sender gave no size', async () => {
    const { sink, latest } = setUp();
    await sink.open({ ...announcedFile, totalBytes: null });
    expect(latest().headers.has('content-length')).toBe(false);
    const text = latest().text();
    await sink.write(new TextEncoder().encode('abc'));
    expect(await sink.close()).toBe(3);
    expect(await text).toBe('abc');
  });

  it('saves an empty file whose end reaches the worker before the request of the download', async () => {
    let fetch = (): void => undefined;
    const { sink, latest, host, posted, clock, workerClock } = setUp(undefined, (act) => {
      fetch = act;
    });
    await sink.open({ ...announcedFile, totalBytes: 0 });
    const closed = sink.close();
    await settle();
    fetch();
    expect(await latest().text()).toBe('');
    expect(await closed).toBe(0);
    expect([clock.pending(), workerClock.pending()]).toEqual([0, 0]);
    const { id } = posted[0] as StreamOpen;
    expect(host.respond(new URL(streamPath + id, 'https://app.test'))?.status).toBe(404);
  });

  it('holds each chunk until the download pulls', async () => {
    const { sink, latest } = setUp();
    await sink.open(announcedFile);
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

  it('is closed only when the download has taken the last bytes', async () => {
    const { sink, latest } = setUp();
    await sink.open(announcedFile);
    const reader = latest().body?.getReader();
    const first = reader?.read();
    await sink.write(new Uint8Array(6));
    await first;
    let isClosed = false;
    const closing = sink.close().then((bytes) => {
      isClosed = true;
      return bytes;
    });
    await settle();
    expect(isClosed).toBe(false);
    expect((await reader?.read())?.done).toBe(true);
    expect(await closing).toBe(6);
  });

  it('fails when the download is cancelled before it has taken the last bytes', async () => {
    const { sink, latest, workerClock } = setUp();
    await sink.open(announcedFile);
    const reader = latest().body?.getReader();
    const first = reader?.read();
    await sink.write(new Uint8Array(6));
    await first;
    const closing = sink.close();
    await settle();
    await reader?.cancel();
    await expect(closing).rejects.toMatchObject({ code: 'sink-cancelled' });
    expect(workerClock.pending()).toBe(0);
  });

  it('fails the download when the transfer is aborted', async () => {
    const { sink, latest } = setUp();
    await sink.open(announcedFile);
    const text = latest().text();
    await sink.write(new Uint8Array([1]));
    await sink.abort('cancelled');
    await expect(text).rejects.toThrow('transfer aborted');
  });

  it('fails with sink-cancelled when the download is cancelled in the browser', async () => {
    const { sink, latest } = setUp();
    await sink.open(announcedFile);
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

  it('fails with sink-stalled after 30 s without a message from the worker', async () => {
    const { sink, clock } = setUp(() => false);
    const opened = sink.open(announcedFile);
    await settle();
    clock.advance(30_000);
    await expect(opened).rejects.toMatchObject({ code: 'sink-stalled' });
  });

  it('pings the worker itself every 10 s until the download ends', async () => {
    const { sink, clock, posted } = setUp();
    await sink.open(announcedFile);
    clock.advance(2 * streamPingMs);
    const [open, ...pings] = posted;
    expect(open).toMatchObject({ type: 'tandem-stream-open' });
    const ping = { type: 'tandem-stream-ping', id: (open as StreamOpen).id };
    expect(pings).toEqual([ping, ping]);
    await sink.abort('over');
    clock.advance(10 * streamPingMs);
    expect([posted.length, clock.pending()]).toEqual([3, 0]);
  });

  it('answers pings for announced and running downloads only', async () => {
    const { host } = setUp();
    const { port1, port2 } = new MessageChannel();
    const id = randomId();
    const ping = { type: 'tandem-stream-ping', id };
    expect(host.onMessage(ping, [])).toBe(true);
    const ready = nextMessage(port1);
    host.onMessage({ type: 'tandem-stream-open', id, filename: 'x', totalBytes: 1 }, [port2]);
    expect(await ready).toEqual({ type: 'ready' });
    const announced = nextMessage(port1);
    host.onMessage(ping, []);
    expect(await announced).toEqual({ type: 'pong' });
    const body = host.respond(new URL(streamPath + id, 'https://app.test'))?.body;
    const underWay = nextMessage(port1);
    host.onMessage(ping, []);
    expect(await underWay).toEqual({ type: 'pong' });
    const cancelled = nextMessage(port1);
    await body?.cancel();
    expect(await cancelled).toEqual({ type: 'cancelled' });
    const afterwards = nextMessage(port1);
    host.onMessage(ping, []);
    // The next message is this one, not an answer to the ping.
    port2.postMessage('sentinel');
    expect(await afterwards).toBe('sentinel');
    port1.close();
  });

  it('fails the download when the page is unloaded', async () => {
    const { sink, latest, leave } = setUp();
    await sink.open(announcedFile);
    const text = latest().text();
    await sink.write(new Uint8Array([1]));
    leave();
    await expect(text).rejects.toThrow('transfer aborted');
    await expect(sink.write(new Uint8Array([2]))).rejects.toMatchObject({ code: 'sink-stalled' });
  });

  it('fails the download of a crashed page before the browser stops the worker', async () => {
    const { sink, latest, clock, workerClock } = setUp();
    await sink.open(announcedFile);
    const reader = latest().body?.getReader();
    const first = reader?.read();
    await sink.write(new Uint8Array([1]));
    await first;
    const next = reader?.read();
    // Pings suffice while the sender is slow.
    for (let pings = 0; pings < 6; pings++) {
      clock.advance(streamPingMs);
      workerClock.advance(streamPingMs);
    }
    workerClock.advance(streamPageLostMs);
    await expect(next).rejects.toThrow('the page was closed');
    expect(workerClock.pending()).toBe(0);
    await sink.abort('over');
  });

  it('keeps the download of a hidden page with throttled timers, which answers `ask`', async () => {
    let pinged = (): void => undefined;
    const { sink, latest, workerClock } = setUp(({ type }) => {
      if (type === 'tandem-stream-ping') pinged();
      return true;
    });
    await sink.open(announcedFile);
    const text = latest().text();
    await sink.write(new TextEncoder().encode('abc'));
    for (let silences = 0; silences < 3; silences++) {
      const answered = new Promise<void>((resolve) => (pinged = resolve));
      workerClock.advance(streamPageLostMs - streamGraceMs);
      await answered;
    }
    await sink.write(new TextEncoder().encode('def'));
    expect(await sink.close()).toBe(6);
    expect(await text).toBe('abcdef');
  });

  it('fails the browser’s download when the sink stalls', async () => {
    const { sink, clock, latest } = setUp(({ type }) => type === 'tandem-stream-open');
    await sink.open(announcedFile);
    const text = latest().text();
    await sink.write(new Uint8Array([1]));
    const next = sink.write(new Uint8Array([2])).then(() => sink.write(new Uint8Array([3])));
    clock.advance(30_000);
    await expect(next).rejects.toMatchObject({ code: 'sink-stalled' });
    await expect(text).rejects.toThrow('transfer aborted');
  });

  it('fails a reopened download with bytes written, and starts another on the next attempt', async () => {
    const { sink, latest } = setUp();
    await sink.open(announcedFile);
    const first = latest().text();
    await sink.write(new Uint8Array([1]));
    await expect(sink.open(announcedFile)).rejects.toMatchObject({ code: 'not-restartable' });
    await expect(first).rejects.toThrow('transfer aborted');
    expect(await sink.open(announcedFile)).toBe(0);
    const second = latest().text();
    await sink.write(new TextEncoder().encode('abc'));
    expect(await sink.close()).toBe(3);
    expect(await second).toBe('abc');
  });

  it('starts another download after one was cancelled in the browser', async () => {
    const { sink, latest } = setUp();
    await sink.open(announcedFile);
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
    expect(await sink.open(announcedFile)).toBe(0);
    const second = latest().text();
    await sink.write(new TextEncoder().encode('abc'));
    expect(await sink.close()).toBe(3);
    expect(await second).toBe('abc');
  });

  it('ignores foreign messages and unknown downloads', () => {
    const { host } = setUp();
    expect(host.onMessage({ type: 'tandem-stream-open', id: '../x' }, [])).toBe(false);
    expect(host.respond(new URL('https://app.test/index.html'))).toBeNull();
    expect(host.respond(new URL(`https://app.test${streamPath}nothing`))?.status).toBe(404);
  });
});

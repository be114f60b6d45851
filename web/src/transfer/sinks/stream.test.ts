/** The service-worker stream, both sides joined by a real MessageChannel: protocol document, sinks. */
import type { Sink } from '../api.js';
import { randomId } from '../env.js';
import { createFakeClock } from '../test/fake-clock.js';
import { STREAM_PATH } from './stream-protocol.js';
import { createStreamHost } from './stream-worker.js';
import { createStreamSink } from './stream.js';

const ANNOUNCED = { filename: `it's "1" ü.bin`, fileType: 'text/html', totalBytes: 6, fileId: 'f' };

function setUp(isWorkerAlive = true) {
  const clock = createFakeClock();
  const host = createStreamHost();
  let respond: (response: Response) => void = () => undefined;
  const response = new Promise<Response>((resolve) => {
    respond = resolve;
  });
  const sink: Sink = createStreamSink({
    clock,
    randomId,
    postToWorker(message, port) {
      if (isWorkerAlive) host.onMessage(message, [port]);
    },
    navigate(url) {
      const found = host.respond(new URL(url, 'https://app.test'));
      if (found !== null) respond(found);
      return () => undefined;
    },
  });
  return { clock, host, response, sink };
}

describe('stream sink', () => {
  it('delivers the bytes under safe headers, one pull at a time, and counts them', async () => {
    const { sink, response } = setUp();
    expect(await sink.open(ANNOUNCED)).toBe(0);
    const download = await response;
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

  it('waits for the disk: nothing is handed over before it is asked for', async () => {
    const { sink, response } = setUp();
    await sink.open(ANNOUNCED);
    const reader = (await response).body?.getReader();
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
    const { sink, response } = setUp();
    await sink.open(ANNOUNCED);
    const text = (await response).text();
    await sink.write(new Uint8Array([1]));
    await sink.abort('cancelled');
    await expect(text).rejects.toThrow('transfer aborted');
  });

  it('a download cancelled in the browser ends the transfer with its sentence', async () => {
    const { sink, response } = setUp();
    await sink.open(ANNOUNCED);
    const reader = (await response).body?.getReader();
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
    const { sink, clock } = setUp(false);
    const opened = sink.open(ANNOUNCED);
    clock.advance(30_000);
    await expect(opened).rejects.toMatchObject({ code: 'sink-stalled' });
  });

  it('a download that has begun cannot be rewound', async () => {
    const { sink, response } = setUp();
    await sink.open(ANNOUNCED);
    const first = (await response).body?.getReader().read();
    await sink.write(new Uint8Array([1]));
    await first;
    await expect(sink.open(ANNOUNCED)).rejects.toMatchObject({ code: 'not-restartable' });
    await sink.abort('over');
  });

  it('the worker ignores foreign messages and unknown downloads', () => {
    const { host } = setUp();
    expect(host.onMessage({ type: 'tandem-stream-open', id: '../x' }, [])).toBe(false);
    expect(host.respond(new URL('https://app.test/index.html'))).toBeNull();
    expect(host.respond(new URL(`https://app.test${STREAM_PATH}nothing`))?.status).toBe(404);
  });
});

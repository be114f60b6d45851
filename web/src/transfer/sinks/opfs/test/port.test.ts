import { createReceivedFile } from '../../../receive/received-file.js';
import { randomId, sha256 } from '../../../support/env.js';
import { createFakeClock } from '../../../test/support/clocks/fake-clock.js';
import { installFakeOpfs, type FakeOpfs } from '../../../test/support/fake-opfs.js';
import { createOpfsSink, toDownloads } from '../opfs.js';
import { createLocalPort, watchAnswers, type OpfsPort } from '../port.js';
import { createStoredFile } from '../stored-file.js';
import { createWritablePort } from '../writable.js';
import { announcedFile, bytesOf, startWorker } from './sinks.js';

let opfs: FakeOpfs;
beforeEach(() => {
  opfs = installFakeOpfs();
});
afterEach(() => opfs.remove());

describe('OPFS sink and its worker', () => {
  it('rejects pending calls when the worker crashes', async () => {
    const port = createWritablePort();
    port.postMessage = () => queueMicrotask(() => port.onerror?.());
    const sink = createOpfsSink(
      () => Promise.resolve(port),
      toDownloads(() => undefined),
    );
    await expect(sink.open(announcedFile)).rejects.toMatchObject({ code: 'sink-stalled' });
  });

  /** A worker that dies: it answers no more, and its files are unlocked. */
  const mortalPort = () => {
    const file = createStoredFile();
    const port = createLocalPort(file.answer);
    /** @returns resolves with the next request. */
    const die = (): Promise<void> => {
      port.terminate = () => void file.answer({ op: 'abort' });
      return new Promise((resolve) => {
        port.postMessage = () => resolve();
      });
    };
    return { port, die };
  };

  /** The first two of four bytes are stored by a worker that dies; another one takes its place. */
  const storeHalf = async (watch: (port: OpfsPort) => OpfsPort = (port) => port) => {
    const { port, die } = mortalPort();
    const ports = [watch(port), await startWorker()];
    const sink = createOpfsSink(
      () => Promise.resolve(ports.shift() ?? port),
      toDownloads(() => undefined),
    );
    const file = createReceivedFile(sink, { sha256, randomId }, 'share');
    const metadata = { type: 'file-metadata', filename: 'a', fileType: '', chunks: 1 } as const;
    const v2 = { fileId: 'one', fileBytes: 4, blockBytes: 2 };
    const open = () => file.openBlocks({ ...metadata, fileSize: 4, v2 });
    const write = async (text: string) => file.write(bytesOf(text), await sha256(bytesOf(text)));
    await open();
    await write('ab');
    return { port, open, write, asked: die() };
  };

  it('fails and continues with another worker when its own has died between two requests', async () => {
    const { port, open, write } = await storeHalf();
    port.onerror?.();
    await expect(write('cd')).rejects.toMatchObject({ code: 'sink-stalled' });
    expect(await open()).toBe(1);
    await write('cd');
  });

  it('fails and continues with another worker when its own has not answered for a minute', async () => {
    const clock = createFakeClock();
    const { open, write, asked } = await storeHalf((port) => watchAnswers(port, clock));
    const failed = expect(write('cd')).rejects.toMatchObject({ code: 'sink-stalled' });
    await asked;
    clock.advance(60_000);
    await failed;
    expect(await open()).toBe(1);
    await write('cd');
    expect(clock.pending()).toBe(0);
  });

  it('runs one worker per file and none between files', async () => {
    const log: string[] = [];
    const sink = createOpfsSink(
      () => {
        log.push('start');
        const port = createWritablePort();
        port.terminate = () => void log.push('end');
        return Promise.resolve(port);
      },
      toDownloads(() => undefined),
    );
    expect(log).toEqual([]);
    await sink.abort('never opened');
    await sink.open(announcedFile);
    await sink.open(announcedFile);
    expect(log).toEqual(['start']);
    await sink.abort('closed');
    expect(log).toEqual(['start', 'end']);
    await sink.open(announcedFile);
    await sink.write(bytesOf('ab'));
    await sink.close();
    expect(log).toEqual(['start', 'end', 'start', 'end']);
  });

  it('terminates a crashed worker', async () => {
    let ends = 0;
    const port = createWritablePort();
    const sink = createOpfsSink(
      () => Promise.resolve(port),
      toDownloads(() => undefined),
    );
    await sink.open(announcedFile);
    port.terminate = () => void (ends += 1);
    port.postMessage = () => queueMicrotask(() => port.onerror?.());
    await expect(sink.abort('closed')).rejects.toMatchObject({ name: 'WorkerError' });
    expect(ends).toBe(1);
  });
});

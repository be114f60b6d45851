import { createReceivedFile } from '../receive/received-file.js';
import { randomId, sha256 } from '../support/env.js';
import { installFakeOpfs, type FakeOpfs } from '../test/support/fake-opfs.js';
import type { FileMetadata } from '../wire/control-messages.js';
import { createOpfsSink, storedBytes, toDownloads } from './opfs/opfs.js';
import { createLocalPort } from './opfs/port.js';
import { createStoredFile } from './opfs/stored-file.js';
import type { Sink } from './sink.js';
import { createStoredOrStreamedSink } from './stored-or-streamed.js';

let opfs: FakeOpfs;
beforeEach(() => {
  opfs = installFakeOpfs();
});
afterEach(() => opfs.remove());

/** A download that keeps what it got. */
const createStream = () => {
  const parts: string[] = [];
  let isOpen = false;
  const sink: Sink = {
    kind: 'stream',
    handOver: { afterMs: 10_000 },
    open() {
      isOpen = true;
      return Promise.resolve(0);
    },
    write(bytes) {
      parts.push(new TextDecoder().decode(bytes));
      return Promise.resolve(undefined);
    },
    close: () => Promise.resolve(parts.join('').length),
    abort: () => Promise.resolve(),
  };
  return { sink, content: () => (isOpen ? parts.join('') : null) };
};

const metadata: FileMetadata = {
  type: 'file-metadata',
  filename: 'a.txt',
  fileSize: 8,
  fileType: '',
  chunks: 2,
  v2: {
    fileId: 'f',
    fileBytes: 8,
    blockBytes: 4,
  },
};

const setup = () => {
  const saved: Blob[] = [];
  const stream = createStream();
  const stored = createOpfsSink(
    () => Promise.resolve(createLocalPort(createStoredFile().answer)),
    toDownloads((blob) => void saved.push(blob)),
  );
  const sink = createStoredOrStreamedSink(stored, stream.sink);
  const file = createReceivedFile(sink, { sha256, randomId }, 'share');
  const write = async (text: string) => {
    const bytes = new TextEncoder().encode(text);
    await file.write(bytes, await sha256(bytes));
  };
  return { sink, file, write, saved, stream };
};

describe('private storage or a stream', () => {
  it('is the storage while it takes the file', async () => {
    const { sink, file, write, saved, stream } = setup();
    expect(await file.openBlocks(metadata)).toBe(0);
    await write('abcd');
    await write('efgh');
    await file.finish(null, 8);
    expect(await saved[0]?.text()).toBe('abcdefgh');
    expect([sink.kind, stream.content()]).toEqual(['opfs', null]);
    expect(await sink.saveAgain?.()).toBe(true);
  });

  it('is the stream after the storage was full once, whose part is removed', async () => {
    const { sink, file, write, stream } = setup();
    await file.openBlocks(metadata);
    await write('abcd');
    expect(sink.survivesReload).toBe(true);
    opfs.capacityBytes = 4;
    await expect(write('efgh')).rejects.toMatchObject({ code: 'storage-full' });
    expect(opfs.files.size).toBe(0);
    expect(await file.openBlocks(metadata)).toBe(0);
    await write('abcd');
    await write('efgh');
    await file.finish(null, 8);
    expect(stream.content()).toBe('abcdefgh');
    expect(sink.survivesReload).toBeUndefined();
    expect([sink.kind, sink.handOver, sink.saveAgain]).toEqual([
      'stream',
      { afterMs: 10_000 },
      undefined,
    ]);
  });

  it('is the stream for a file that the storage does not open, and releases it there', async () => {
    const { file, write, stream } = setup();
    opfs.freeBytes = 7;
    expect(await file.openBlocks(metadata)).toBe(0);
    await write('abcdefgh');
    await file.finish(null, 8);
    expect(stream.content()).toBe('abcdefgh');
    expect(opfs.locks.size).toBe(0);
  });

  it('keeps the part after another failure', async () => {
    const { file, write, stream } = setup();
    await file.openBlocks(metadata);
    await write('abcd');
    await file.abort('closed');
    expect(await file.openBlocks(metadata)).toBe(1);
    expect(stream.content()).toBeNull();
    await file.abort('closed');
    expect(await storedBytes('share 4 f')).toBe(4);
  });
});

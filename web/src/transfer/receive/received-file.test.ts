/** Durable blocks and failures of the sink: docs/protocol.md, 2.5 and 2.6. */

import { discardReason } from '../sinks/sink.js';
import { randomId, sha256 } from '../support/env.js';
import { EngineFailure } from '../support/failures.js';
import { toHex } from '../support/values/hex.js';
import { createDisk, createDurableSink } from '../test/support/durable-sink.js';
import { createTestSink } from '../test/support/session-support.js';
import type { FileMetadata } from '../wire/control-messages.js';
import { createReceivedFile } from './received-file.js';

const env = { sha256, randomId };
const block = new Uint8Array(16_384).fill(7);
const metadata = (fileId: string, blocks = 1): FileMetadata => ({
  type: 'file-metadata',
  filename: '../a.bin',
  fileSize: blocks * block.length,
  fileType: '',
  chunks: 1,
  v2: { fileId, fileBytes: blocks * block.length, blockBytes: block.length },
});

describe('received file', () => {
  it('resumes the same file and starts another from the beginning', async () => {
    const sink = createTestSink();
    const file = createReceivedFile(sink, env, 'share');
    expect(await file.openBlocks(metadata('one', 2))).toBe(0);
    await file.write(block, await sha256(block));
    expect(await file.openBlocks(metadata('one', 2))).toBe(1);
    expect(await file.openBlocks(metadata('two', 2))).toBe(0);
    expect(sink.opened.map(({ filename }) => filename)).toEqual(['a.bin', 'a.bin']);
  });

  it.each([
    ['a larger size', 2 * block.length],
    ['an unknown size', null],
  ])('refuses %s than first announced', (_name, fileSize) => {
    const file = createReceivedFile(createTestSink(), env, 'share');
    file.checkSize(metadata('one'));
    file.checkSize(metadata('one'));
    expect(() => file.checkSize({ ...metadata('one'), fileSize })).toThrow(
      expect.objectContaining({ code: 'file-changed' }) as Error,
    );
  });

  it('resumes from the blocks an earlier tab committed', async () => {
    const disk = createDisk();
    const before = createReceivedFile(createDurableSink(disk), env, 'share');
    await before.openBlocks(metadata('one', 2));
    await before.write(block, await sha256(block));
    const after = createReceivedFile(createDurableSink(disk), env, 'share');
    expect(await after.openBlocks(metadata('one', 2))).toBe(1);
  });

  it('discards stored blocks beyond the end of the file and starts over', async () => {
    const disk = createDisk();
    const digest = await sha256(block);
    disk.files.set(`share ${block.length} one`, {
      blocks: [block, block, block],
      digests: [digest, digest, digest],
    });
    const sink = createDurableSink(disk);
    const reasons: string[] = [];
    sink.abort = (reason) => {
      reasons.push(reason);
      disk.files.clear();
      return Promise.resolve();
    };
    const file = createReceivedFile(sink, env, 'share');
    expect(await file.openBlocks(metadata('one', 2))).toBe(0);
    expect(reasons).toEqual([discardReason]);
  });

  it('flushes blocks written during a flush together, in order', async () => {
    const disk = createDisk();
    const sink = createDurableSink(disk);
    const commit = sink.commit?.bind(sink);
    const groups: number[] = [];
    let release = (): void => undefined;
    const busy = new Promise<void>((resolve) => {
      release = resolve;
    });
    sink.commit = async (digests) => {
      groups.push(digests.length);
      await busy;
      await commit?.(digests);
    };
    const file = createReceivedFile(sink, env, 'share');
    await file.openBlocks(metadata('one', 4));
    const done: number[] = [];
    const digest = await sha256(block);
    const writes = [0, 1, 2, 3].map(async (value) => {
      await file.write(new Uint8Array(block.length).fill(value), digest);
      done.push(value);
    });
    // A channel that opens during the writes waits for the disk and counts all four.
    const next = file.openBlocks(metadata('one', 4));
    release();
    await Promise.all(writes);
    expect([await next, file.nextBlock(), done]).toEqual([4, 4, [0, 1, 2, 3]]);
    expect(groups.length).toBeLessThan(4);
    expect(groups.reduce((sum, size) => sum + size, 0)).toBe(4);
    expect(disk.files.get(`share ${block.length} one`)?.blocks.map(([first]) => first)).toEqual([
      0, 1, 2, 3,
    ]);
  });

  it('does not pass queued writes to the sink after a failed write', async () => {
    let calls = 0;
    const sink = createTestSink(() =>
      ++calls === 1
        ? Promise.reject(new DOMException('x', 'QuotaExceededError'))
        : Promise.resolve(),
    );
    const file = createReceivedFile(sink, env, 'share');
    await file.openBlocks(metadata('one', 2));
    const digest = await sha256(block);
    const results = await Promise.allSettled([
      file.write(block.slice(), digest),
      file.write(block.slice(), digest),
    ]);
    expect(results).toMatchObject([
      { status: 'rejected', reason: { code: 'storage-full' } },
      { status: 'rejected' },
    ]);
    expect([calls, sink.writes]).toEqual([1, 0]);
  });

  it('closes the sink once when finish is called twice', async () => {
    const sink = createTestSink();
    let closes = 0;
    const close = sink.close.bind(sink);
    sink.close = () => {
      closes += 1;
      return close();
    };
    const file = createReceivedFile(sink, env, 'share');
    await file.openBlocks(metadata('one'));
    const digest = await sha256(block);
    await file.write(block.slice(), digest);
    const whole = toHex(await sha256(digest));
    const isWhole = (own: Uint8Array): Promise<boolean> => Promise.resolve(toHex(own) === whole);
    await file.finish(isWhole, block.length);
    await file.finish(isWhole, block.length);
    expect(closes).toBe(1);
  });

  it('discards the stored file when the whole-file digest differs', async () => {
    const aborted: string[] = [];
    const sink = createTestSink();
    sink.abort = (reason) => {
      aborted.push(reason);
      return Promise.resolve();
    };
    const file = createReceivedFile(sink, env, 'share');
    await file.openBlocks(metadata('one'));
    await file.write(block.slice(), await sha256(block));
    await expect(file.finish(() => Promise.resolve(false), block.length)).rejects.toMatchObject({
      code: 'digest-mismatch',
    });
    expect([aborted, sink.isClosed()]).toEqual([['digest-mismatch'], false]);
    expect(await file.openBlocks(metadata('one'))).toBe(0);
  });

  it('does not save what the sink has lost, although every digest is right', async () => {
    const sink = createTestSink(() => Promise.reject(new DOMException('x', 'NotReadableError')));
    const file = createReceivedFile(sink, env, 'share');
    await file.openBlocks(metadata('one'));
    await expect(file.write(block.slice(), await sha256(block))).rejects.toThrow();
    await expect(file.finish(() => Promise.resolve(true), null)).rejects.toMatchObject({
      code: 'sink-failed',
    });
    expect([sink.isClosed(), file.outcome()]).toEqual([false, null]);
  });

  it('keeps a saved file when its sender announces fewer blocks, or another digest', async () => {
    const sink = createTestSink();
    const aborted: string[] = [];
    sink.abort = (reason) => {
      aborted.push(reason);
      return Promise.resolve();
    };
    const file = createReceivedFile(sink, env, 'share');
    await file.openBlocks(metadata('one', 2));
    await file.write(block.slice(), await sha256(block));
    await file.write(block.slice(), await sha256(block));
    await file.finish(() => Promise.resolve(true), 2 * block.length);
    await expect(file.openBlocks(metadata('one', 1))).rejects.toMatchObject({
      code: 'protocol-violation',
    });
    await expect(file.finish(() => Promise.resolve(false), 2 * block.length)).rejects.toMatchObject(
      { code: 'digest-mismatch' },
    );
    expect([aborted, sink.opened.length, file.outcome()]).toEqual([[], 1, { isVerified: true }]);
  });

  it.each([
    ['NotReadableError', 'sink-failed'],
    ['NotAllowedError', 'permission-lost'],
  ])('opens the sink again after a failed write: %s', async (name, code) => {
    let failures = 1;
    const sink = createTestSink(() =>
      failures-- > 0 ? Promise.reject(new DOMException('x', name)) : Promise.resolve(),
    );
    const file = createReceivedFile(sink, env, 'share');
    await file.openBlocks(metadata('one'));
    await expect(file.write(block.slice(), await sha256(block))).rejects.toMatchObject({
      code,
    });
    expect(await file.openBlocks(metadata('one'))).toBe(0);
    expect(sink.opened.length).toBe(2);
  });

  it('opens the sink again when the blocks of the last connection cannot be committed', async () => {
    const disk = createDisk();
    const sink = createDurableSink(disk);
    const commit = sink.commit?.bind(sink);
    const opened: string[] = [];
    const open = sink.open.bind(sink);
    sink.open = (of) => {
      opened.push(of.fileId);
      return open(of);
    };
    const file = createReceivedFile(sink, env, 'share');
    await file.openBlocks(metadata('one', 2));
    const full = () => Promise.reject(new DOMException('x', 'QuotaExceededError'));
    sink.commit = full;
    const writing = file.write(block.slice(), await sha256(block));
    // The next connection comes before the commit.
    const results = await Promise.allSettled([file.openBlocks(metadata('one', 2)), writing]);
    expect(results).toMatchObject([
      { status: 'rejected', reason: { code: 'storage-full' } },
      { status: 'rejected' },
    ]);
    sink.commit = commit as typeof full;
    expect(await file.openBlocks(metadata('one', 2))).toBe(0);
    expect(opened).toHaveLength(2);
    await file.write(block.slice(), await sha256(block));
    expect(file.nextBlock()).toBe(1);
  });

  it.each([
    [
      'closes a sink again that still has the file',
      new EngineFailure('not-saved-there', { isComplete: true }),
      1,
    ],
    [
      'opens a sink again whose download was cancelled at its end',
      new EngineFailure('sink-cancelled'),
      2,
    ],
  ])('%s', async (_, cause, opened) => {
    const sink = createTestSink();
    const close = sink.close.bind(sink);
    sink.close = () => Promise.reject(cause);
    const file = createReceivedFile(sink, env, 'share');
    const receive = async () => {
      const next = await file.openBlocks(metadata('one'));
      if (next === 0) await file.write(block.slice(), await sha256(block));
      await file.finish(() => Promise.resolve(true), block.length);
    };
    await expect(receive()).rejects.toBe(cause);
    sink.close = close;
    await receive();
    expect([sink.opened.length, file.outcome()]).toEqual([opened, { isVerified: true }]);
  });

  it('keeps a complete file that could not be saved, whatever a sender says', async () => {
    const sink = createTestSink();
    const aborted: string[] = [];
    sink.abort = (reason) => Promise.resolve(void aborted.push(reason));
    const close = sink.close.bind(sink);
    const noRoom = new EngineFailure('no-room-to-save', { isComplete: true });
    sink.close = () => Promise.reject(noRoom);
    const file = createReceivedFile(sink, env, 'share');
    await file.openBlocks(metadata('one'));
    await file.write(block.slice(), await sha256(block));
    await expect(file.finish(() => Promise.resolve(true), block.length)).rejects.toBe(noRoom);

    const violation = { code: 'protocol-violation' };
    await expect(file.openBlocks(metadata('two'))).rejects.toMatchObject(violation);
    await expect(file.openPlain({ ...metadata('one'), v2: null })).rejects.toMatchObject(violation);
    expect(await file.openBlocks(metadata('one'))).toBe(1);
    await expect(file.finish(() => Promise.resolve(false), block.length)).rejects.toMatchObject({
      code: 'digest-mismatch',
    });
    await file.discard();

    sink.close = close;
    await file.finish(() => Promise.resolve(true), block.length);
    expect([aborted, sink.opened.length, file.outcome()]).toEqual([[], 1, { isVerified: true }]);
  });

  it('hands over no file with fewer bytes than announced', async () => {
    const sink = createTestSink();
    const aborted: string[] = [];
    sink.abort = (reason) => Promise.resolve(void aborted.push(reason));
    const file = createReceivedFile(sink, env, 'share');
    await file.openPlain({ ...metadata('one'), v2: null });
    await file.write(block.slice(1));
    await expect(file.finish(null, block.length)).rejects.toMatchObject({ code: 'size-mismatch' });
    expect([sink.isClosed(), aborted]).toEqual([false, [discardReason]]);
  });

  it('reads back the last block of a file that is smaller than first announced', async () => {
    const file = createReceivedFile(createTestSink(), env, 'share');
    file.checkSize(metadata('one', 2));
    await file.openBlocks(metadata('one', 2));
    const small = metadata('two');
    const last = block.slice(1);
    file.checkSize({ ...small, fileSize: last.length });
    await file.openBlocks({
      ...small,
      v2: { fileId: 'two', fileBytes: last.length, blockBytes: block.length },
    });
    await file.write(last.slice(), await sha256(last));
    expect(await file.readBlock(0, block.length)).toEqual(last);
  });
});

import { setImmediate as nextTurn } from 'node:timers/promises';
import { sha256 } from '../../../support/env.js';
import { installFakeOpfs, type FakeOpfs } from '../../../test/support/fake-opfs.js';
import { createOpfsSink, toDownloads } from '../opfs.js';
import { sweepFolder } from '../sweep.js';
import {
  announcedFile,
  bytesOf,
  createSink,
  createWorkerSink,
  hourMs,
  startWorker,
} from './sinks.js';

let opfs: FakeOpfs;
beforeEach(() => {
  opfs = installFakeOpfs();
});
afterEach(() => opfs.remove());

describe('the sweep of private storage', () => {
  it('removes an attempt of a closed tab that cannot be resumed, and keeps open and resumable files', async () => {
    const left = [
      'once-closed.data',
      'once-closed.progress',
      'once-open.data',
      'once-open.progress',
      `${'a'.repeat(40)}.data`,
      `${'a'.repeat(40)}.progress`,
    ];
    for (const name of left) opfs.files.set(name, new Uint8Array(40));
    opfs.locks.add('received-file/once-open');
    const { sink } = createSink();
    await sink.open(announcedFile);
    expect(left.filter((name) => opfs.files.has(name))).toEqual(left.slice(2));
    await sink.abort('closed');
  });

  it('removes what is recorded of a file that is gone, unless a tab has its lock', async () => {
    const left = ['open.progress', 'open.seen', 'gone.progress', 'gone.seen', 'once-gone.progress'];
    for (const name of left) opfs.files.set(name, new Uint8Array(40));
    opfs.locks.add('received-file/open');
    await sweepFolder(Date.now());
    expect([...opfs.files.keys()]).toEqual(left.slice(0, 2));
  });

  it.each(['.progress', '.data'])('keeps a part whose %s cannot be looked up', async (suffix) => {
    const sink = createWorkerSink();
    await sink.open(announcedFile);
    await sink.abort('closed');
    const left = [...opfs.files.keys()];
    for (const name of left) opfs.changedAt.set(name, Date.now() - 2 * hourMs);
    const { storage } = navigator;
    const root = await storage.getDirectory();
    const folder = await root.getDirectoryHandle('received-files');
    const find = folder.getFileHandle.bind(folder);
    folder.getFileHandle = (name, options) =>
      name.endsWith(suffix)
        ? Promise.reject(new DOMException('', 'UnknownError'))
        : find(name, options);
    root.getDirectoryHandle = () => Promise.resolve(folder);
    storage.getDirectory = () => Promise.resolve(root);
    await sweepFolder(Date.now());
    expect([...opfs.files.keys()]).toEqual(left);
  });

  it('keeps a finished file for an hour after the hand-over, however old its blocks are', async () => {
    const first = createWorkerSink();
    await first.open(announcedFile);
    await first.write(bytesOf('abcd'));
    await first.commit?.([await sha256(bytesOf('abcd'))]);
    await first.abort('closed');
    const [name = ''] = opfs.files.keys();
    opfs.changedAt.set(name, Date.now() - 6 * 24 * hourMs);

    const second = createWorkerSink();
    expect(await second.open(announcedFile)).toBe(4);
    await second.close();
    await sweepFolder(Date.now() + hourMs - 10_000);
    expect([...opfs.files.keys()]).toEqual([name]);
    await sweepFolder(Date.now() + hourMs);
    expect(opfs.files.size).toBe(0);
  });
});

describe('a file that is completed while the user is away', () => {
  /** The browser may ask whether to allow the download. */
  const receiveUnattended = async () => {
    let comeBack = (): void => undefined;
    const seen = new Promise<void>((resolve) => (comeBack = resolve));
    const sink = createOpfsSink(
      startWorker,
      toDownloads(() => seen),
    );
    await sink.open(announcedFile);
    await sink.write(bytesOf('abcd'));
    await sink.close();
    const [name = ''] = opfs.files.keys();
    return { sink, name, comeBack };
  };
  const isHere = (name: string) => opfs.files.has(name);
  const unlocked = async () => {
    while (opfs.locks.size > 0) await nextTurn();
  };

  it('stays as long as its page is open', async () => {
    const { name } = await receiveUnattended();
    await sweepFolder(Date.now() + 100 * hourMs);
    expect(isHere(name)).toBe(true);
    // The browser releases the lock of a page that it closes.
    opfs.locks.clear();
    await sweepFolder(Date.now() + 100 * hourMs);
    expect(isHere(name)).toBe(false);
  });

  it('stays for an hour after the user has returned, without a change of its data', async () => {
    const { name, comeBack } = await receiveUnattended();
    const completedAt = Date.now() - 9 * hourMs;
    opfs.changedAt.set(name, completedAt);
    comeBack();
    await unlocked();
    await sweepFolder(Date.now() + hourMs - 10_000);
    expect(opfs.changedAt.get(name)).toBe(completedAt);
    expect(isHere(name)).toBe(true);
    await sweepFolder(Date.now() + hourMs);
    expect(opfs.files.size).toBe(0);
  });

  it('stays for an hour after it was saved again', async () => {
    const { sink, name, comeBack } = await receiveUnattended();
    comeBack();
    await unlocked();
    for (const each of opfs.files.keys()) opfs.changedAt.set(each, Date.now() - hourMs + 10_000);
    expect(await sink.saveAgain?.()).toBe(true);
    await sweepFolder(Date.now() + hourMs - 10_000);
    expect(isHere(name)).toBe(true);
  });

  it('is received again beside the copy', async () => {
    const { name } = await receiveUnattended();
    const again = createWorkerSink();
    expect(await again.open(announcedFile)).toBe(0);
    await again.abort('closed');
    expect(isHere(name)).toBe(true);
  });
});

/** Dedicated worker: synchronous access to one file of the origin-private file system. */
import {
  DATA_SUFFIX,
  OPFS_FOLDER,
  PROGRESS_SUFFIX,
  type OpfsReply,
  type OpfsRequest,
} from './protocol.js';
import { decodeRecords, encodeRecord, RECORD_BYTES } from './progress-record.js';

interface SyncAccessHandle {
  read(buffer: Uint8Array, options: { at: number }): number;
  write(buffer: Uint8Array, options: { at: number }): number;
  truncate(size: number): void;
  getSize(): number;
  flush(): void;
  close(): void;
}
type SyncCapable = FileSystemFileHandle & { createSyncAccessHandle(): Promise<SyncAccessHandle> };

let folder: FileSystemDirectoryHandle | null = null;
let openKey = '';
let data: SyncAccessHandle | null = null;
let progress: SyncAccessHandle | null = null;
let position = 0;
let records = 0;
/** Lengths of the blocks written since the last commit. */
let uncommitted: number[] = [];

async function access(from: FileSystemDirectoryHandle, name: string): Promise<SyncAccessHandle> {
  const file = await from.getFileHandle(name, { create: true });
  return (file as SyncCapable).createSyncAccessHandle();
}

function release(): void {
  data?.close();
  progress?.close();
  data = null;
  progress = null;
}

/**
 * The browser may still be copying it to the downloads, or the person may save it again: a complete file
 * without its progress record belongs to nobody any more.
 */
async function isHandedOver(from: FileSystemDirectoryHandle, key: string): Promise<boolean> {
  if (data?.getSize() === 0) return false;
  return from.getFileHandle(key + PROGRESS_SUFFIX).then(
    () => false,
    () => true,
  );
}

async function open(key: string): Promise<OpfsReply> {
  release();
  const root = await navigator.storage.getDirectory();
  folder = await root.getDirectoryHandle(OPFS_FOLDER, { create: true });
  openKey = key;
  data = await access(folder, key + DATA_SUFFIX);
  if (await isHandedOver(folder, key)) {
    release();
    return { ok: false, name: 'NoModificationAllowedError' };
  }
  progress = await access(folder, key + PROGRESS_SUFFIX);
  const bytes = new Uint8Array(progress.getSize());
  progress.read(bytes, { at: 0 });
  const restored = decodeRecords(bytes, data.getSize());
  position = restored.offset;
  uncommitted = [];
  records = restored.digests.length;
  data.truncate(position);
  progress.truncate(records * RECORD_BYTES);
  return { ok: true, offset: restored.offset, digests: restored.digests };
}

function writeAll(handle: SyncAccessHandle, bytes: Uint8Array, at: number): void {
  for (let done = 0; done < bytes.length;) {
    const count = handle.write(bytes.subarray(done), { at: at + done });
    if (count === 0) throw new DOMException('the disk is full', 'QuotaExceededError');
    done += count;
  }
}

function commit(sha256s: readonly Uint8Array[]): void {
  if (data === null || progress === null) throw new Error('not open');
  if (sha256s.length !== uncommitted.length) throw new Error('a digest for every block');
  // The blocks first: a record must never promise what a power cut could take.
  data.flush();
  const added = new Uint8Array(sha256s.length * RECORD_BYTES);
  sha256s.forEach((sha256, index) => {
    added.set(encodeRecord(uncommitted[index] ?? 0, sha256), index * RECORD_BYTES);
  });
  writeAll(progress, added, records * RECORD_BYTES);
  progress.flush();
  records += sha256s.length;
  uncommitted = [];
}

/** The record goes while the file is still locked: whoever opens it next must find it handed over. */
async function finish(): Promise<void> {
  data?.flush();
  progress?.close();
  progress = null;
  await folder?.removeEntry(openKey + PROGRESS_SUFFIX).catch(() => undefined);
  release();
}

async function handle(request: OpfsRequest): Promise<OpfsReply> {
  switch (request.op) {
    case 'probe':
      if ('createSyncAccessHandle' in FileSystemFileHandle.prototype) return { ok: true };
      return { ok: false, name: 'NotSupportedError' };
    case 'open':
      return open(request.key);
    case 'write':
      if (data === null) throw new Error('not open');
      writeAll(data, request.bytes, position);
      position += request.bytes.length;
      uncommitted.push(request.bytes.length);
      return { ok: true, bytes: request.bytes };
    case 'commit':
      commit(request.sha256s);
      return { ok: true };
    case 'close':
      await finish();
      return { ok: true, offset: position };
    case 'abort':
      release();
      return { ok: true };
  }
}

let tail: Promise<void> = Promise.resolve();

self.onmessage = ({ data: request }: MessageEvent<OpfsRequest>) => {
  tail = tail.then(async () => {
    let reply: OpfsReply;
    try {
      reply = await handle(request);
    } catch (error) {
      reply = { ok: false, name: error instanceof Error ? error.name : 'Error' };
    }
    const loan = reply.ok ? reply.bytes : undefined;
    self.postMessage(reply, { transfer: loan === undefined ? [] : [loan.buffer] });
  });
};

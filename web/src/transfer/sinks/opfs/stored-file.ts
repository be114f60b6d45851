/**
 * One received file and its progress record in the origin-private file system, written through synchronous
 * access handles. Uses no global of a worker; worker.ts connects it to its message port.
 */

import { createSerial } from '../../support/async/serial.js';
import { decodeRecords, encodeRecord, recordBytes } from './progress-record.js';
import {
  dataSuffix,
  failedReply,
  opfsFolder,
  progressSuffix,
  type OpfsReply,
  type OpfsRequest,
} from './protocol.js';
import { withScratchFile } from './scratch.js';

/**
 * https://fs.spec.whatwg.org/#api-filesystemsyncaccesshandle, available in dedicated workers only. Safari before 16.4
 * returns promises where this type admits them: https://github.com/WebKit/WebKit/pull/7972
 */
interface SyncAccessHandle {
  read(buffer: Uint8Array, options: { at: number }): number;
  write(buffer: Uint8Array, options: { at: number }): number;
  truncate(size: number): void | Promise<void>;
  getSize(): number | Promise<number>;
  flush(): void | Promise<void>;
  close(): void | Promise<void>;
}
type SyncCapable = FileSystemFileHandle & { createSyncAccessHandle(): Promise<SyncAccessHandle> };

const access = async (
  folder: FileSystemDirectoryHandle,
  name: string,
): Promise<SyncAccessHandle> => {
  const file = await folder.getFileHandle(name, { create: true });
  return (file as SyncCapable).createSyncAccessHandle();
};

/** Sets the time of the last change, from which a finished file's time to live counts. */
const touch = async (data: SyncAccessHandle): Promise<void> => {
  const lastByte = new Uint8Array(1);
  const at = (await data.getSize()) - 1;
  if (at >= 0 && data.read(lastByte, { at }) === 1) data.write(lastByte, { at });
};

const writeAll = (handle: SyncAccessHandle, bytes: Uint8Array, at: number): void => {
  for (let done = 0; done < bytes.length;) {
    const count = handle.write(bytes.subarray(done), { at: at + done });
    if (count === 0) throw new DOMException('the disk is full', 'QuotaExceededError');
    done += count;
  }
};

class StoredFile {
  #data: SyncAccessHandle | null = null;
  #progress: SyncAccessHandle | null = null;
  #position = 0;
  #records = 0;
  /** Lengths of the blocks written since the last commit. */
  #uncommitted: number[] = [];

  async handle(request: OpfsRequest): Promise<OpfsReply> {
    switch (request.op) {
      case 'probe':
        await withScratchFile(async (file) => {
          const handle = await (file as SyncCapable).createSyncAccessHandle();
          await handle.close();
        });
        return { ok: true };
      case 'open':
        return this.#open(request.key);
      case 'write':
        return this.#write(request.bytes);
      case 'commit':
        await this.#commit(request.sha256s);
        return { ok: true };
      case 'read':
        return this.#read(request.offset, request.length);
      case 'close':
        await this.#finish();
        return { ok: true, offset: this.#position };
      case 'abort':
        await this.#release();
        return { ok: true, offset: this.#position };
    }
  }

  async #release(): Promise<void> {
    await this.#data?.close();
    await this.#progress?.close();
    this.#data = null;
    this.#progress = null;
  }

  /** A complete file without a progress record was handed over; the browser may still be copying it. */
  async #isHandedOver(folder: FileSystemDirectoryHandle, key: string): Promise<boolean> {
    if ((await this.#data?.getSize()) === 0) return false;
    return folder.getFileHandle(key + progressSuffix).then(
      () => false,
      () => true,
    );
  }

  async #open(key: string): Promise<OpfsReply> {
    await this.#release();
    const root = await navigator.storage.getDirectory();
    const folder = await root.getDirectoryHandle(opfsFolder, { create: true });
    const data = await access(folder, key + dataSuffix);
    this.#data = data;
    if (await this.#isHandedOver(folder, key)) {
      await this.#release();
      return { ok: false, name: 'NoModificationAllowedError' };
    }
    const progress = await access(folder, key + progressSuffix);
    this.#progress = progress;
    const bytes = new Uint8Array(await progress.getSize());
    progress.read(bytes, { at: 0 });
    const restored = decodeRecords(bytes, await data.getSize());
    this.#position = restored.offset;
    this.#uncommitted = [];
    this.#records = restored.digests.length;
    await data.truncate(this.#position);
    await progress.truncate(this.#records * recordBytes);
    return { ok: true, offset: restored.offset, digests: restored.digests };
  }

  #write(bytes: Uint8Array<ArrayBuffer>): OpfsReply {
    if (this.#data === null) throw new Error('not open');
    writeAll(this.#data, bytes, this.#position);
    this.#position += bytes.length;
    this.#uncommitted.push(bytes.length);
    return { ok: true, bytes };
  }

  #read(offset: number, length: number): OpfsReply {
    if (this.#data === null) throw new Error('not open');
    const bytes = new Uint8Array(length);
    const count = this.#data.read(bytes, { at: offset });
    return { ok: true, bytes: bytes.slice(0, count) };
  }

  async #commit(sha256s: readonly Uint8Array[]): Promise<void> {
    const uncommitted = this.#uncommitted;
    if (this.#data === null || this.#progress === null) throw new Error('not open');
    if (sha256s.length !== uncommitted.length) throw new Error('one digest per block expected');
    // Blocks before their records: after a power cut no record may name a block that is missing.
    await this.#data.flush();
    const added = new Uint8Array(sha256s.length * recordBytes);
    sha256s.forEach((sha256, index) => {
      added.set(encodeRecord(uncommitted[index] ?? 0, sha256), index * recordBytes);
    });
    writeAll(this.#progress, added, this.#records * recordBytes);
    await this.#progress.flush();
    this.#records += sha256s.length;
    this.#uncommitted = [];
  }

  /** The record stays: the page removes it once it has handed the file over. */
  async #finish(): Promise<void> {
    if (this.#data === null) return;
    // The last block may be days old when a transfer is resumed with nothing missing.
    await touch(this.#data);
    await this.#data.flush();
    await this.#release();
  }
}

/** Answers requests one by one. `answer` never rejects. */
export const createStoredFile = (): { answer: (request: OpfsRequest) => Promise<OpfsReply> } => {
  const file = new StoredFile();
  const inOrder = createSerial();
  return {
    answer: (request) => inOrder(() => file.handle(request)).catch(failedReply),
  };
};

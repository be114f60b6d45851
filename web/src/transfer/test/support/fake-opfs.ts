/**
 * The part of the origin-private file system that the stand-in without a worker uses, in memory. As in
 * browsers, what a writable wrote is seen only once it is closed.
 */
type Content = Uint8Array<ArrayBuffer>;

export interface FakeOpfs {
  files: Map<string, Content>;
  /** Free space the origin's estimate tells of. */
  freeBytes: number;
  /** Put the global back. */
  remove(): void;
}

const notFound = (): DOMException => new DOMException('no such file', 'NotFoundError');

function fileHandle(files: Map<string, Content>, name: string) {
  return {
    getFile: () =>
      Promise.resolve(
        new File([files.get(name) ?? new Uint8Array()], name, { lastModified: Date.now() }),
      ),
    createWritable: () => {
      const parts: Content[] = [];
      return Promise.resolve({
        write(bytes: Content) {
          parts.push(bytes.slice());
          return Promise.resolve();
        },
        close() {
          files.set(name, new Uint8Array(Buffer.concat(parts)));
          return Promise.resolve();
        },
        abort: () => Promise.resolve(),
      });
    },
  };
}

function folderHandle(files: Map<string, Content>) {
  return {
    getFileHandle(name: string, options?: { create?: boolean }) {
      if (!files.has(name)) {
        if (options?.create !== true) return Promise.reject(notFound());
        files.set(name, new Uint8Array());
      }
      return Promise.resolve(fileHandle(files, name));
    },
    removeEntry: (name: string) =>
      files.delete(name) ? Promise.resolve() : Promise.reject(notFound()),
    async *entries() {
      for (const name of [...files.keys()]) yield await Promise.resolve([name, {}]);
    },
  };
}

/** Node has no storage of its own: this puts one on `navigator`. */
export function installFakeOpfs(): FakeOpfs {
  const files = new Map<string, Content>();
  const before = Object.getOwnPropertyDescriptor(globalThis, 'navigator');
  const opfs: FakeOpfs = {
    files,
    freeBytes: 1_000_000,
    remove() {
      if (before === undefined) Reflect.deleteProperty(globalThis, 'navigator');
      else Object.defineProperty(globalThis, 'navigator', before);
    },
  };
  const storage = {
    getDirectory: () =>
      Promise.resolve({ getDirectoryHandle: () => Promise.resolve(folderHandle(files)) }),
    estimate: () => Promise.resolve({ quota: opfs.freeBytes, usage: 0 }),
  };
  Object.defineProperty(globalThis, 'navigator', { value: { storage }, configurable: true });
  return opfs;
}

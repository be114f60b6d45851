/**
 * The origin-private file system and the Web Locks of one profile, in memory. As in browsers, a writable's content
 * becomes visible when it is closed, a synchronous access handle locks its file, and a locked file cannot be
 * removed (https://fs.spec.whatwg.org/#file-entry-lock).
 */
type Content = Uint8Array<ArrayBuffer>;

export interface FakeOpfs {
  files: Map<string, Content>;
  /** The folder of the files exists. */
  hasFolder: boolean;
  /** Last change by name, ms; now unless set. */
  changedAt: Map<string, number>;
  /** Names of the Web Locks that are held. */
  locks: Set<string>;
  /** Free space in the origin's estimate. */
  freeBytes: number;
  /** Bytes of one file that a synchronous access handle takes, whatever the estimate. */
  capacityBytes: number;
  /** Fails every removal. */
  refusesRemoval: boolean;
  /** Like Safari before 16.4: all methods of a synchronous access handle but `read` and `write` return promises. */
  isOldSafari: boolean;
  /** Methods of a file that fail, as WebKit's do in some profiles. */
  refuses: Set<'createSyncAccessHandle' | 'createWritable'>;
  /** Every asynchronous call waits for this first. */
  turn: () => Promise<void>;
  /** Restores the global. */
  remove(): void;
}

interface Disk {
  files: Map<string, Content>;
  changedAt: Map<string, number>;
  /** Names with an open synchronous access handle (Infinity) or writables (their number). */
  inUse: Map<string, number>;
  refusesRemoval: () => boolean;
  isOldSafari: () => boolean;
  refuses: FakeOpfs['refuses'];
  capacityBytes: () => number;
  turn: () => Promise<void>;
}

const notFound = (): DOMException => new DOMException('no such file', 'NotFoundError');
const refused = (): DOMException => new DOMException('invalid state', 'InvalidStateError');
const locked = (): DOMException => new DOMException('in use', 'NoModificationAllowedError');

const setContent = ({ files, changedAt }: Disk, name: string, content: Content): void => {
  files.set(name, content);
  changedAt.set(name, Date.now());
};

const syncHandle = (disk: Disk, name: string) => {
  const content = (): Content => disk.files.get(name) ?? new Uint8Array();
  return {
    getSize: () => content().length,
    flush: () => undefined,
    close: () => void disk.inUse.delete(name),
    truncate(size: number) {
      const cut = new Uint8Array(size);
      cut.set(content().subarray(0, size));
      setContent(disk, name, cut);
    },
    read(buffer: Uint8Array, { at }: { at: number }) {
      const found = content().subarray(at, at + buffer.length);
      buffer.set(found);
      return found.length;
    },
    write(bytes: Uint8Array, { at }: { at: number }) {
      if (at + bytes.length > disk.capacityBytes()) return 0;
      const grown = new Uint8Array(Math.max(content().length, at + bytes.length));
      grown.set(content());
      grown.set(bytes, at);
      setContent(disk, name, grown);
      return bytes.length;
    },
  };
};

const oldSafariHandle = (disk: Disk, name: string) => {
  const handle = syncHandle(disk, name);
  const later = async <T>(act: () => T): Promise<T> => {
    await disk.turn();
    return act();
  };
  return {
    ...handle,
    getSize: () => later(() => handle.getSize()),
    flush: () => later(() => handle.flush()),
    close: () => later(() => handle.close()),
    truncate: (size: number) => later(() => handle.truncate(size)),
  };
};

const fileHandle = (disk: Disk, name: string) => ({
  async getFile() {
    await disk.turn();
    const content = disk.files.get(name);
    if (content === undefined) throw notFound();
    return new File([content], name, { lastModified: disk.changedAt.get(name) ?? Date.now() });
  },
  async createSyncAccessHandle() {
    await disk.turn();
    if (disk.refuses.has('createSyncAccessHandle')) throw refused();
    if (disk.inUse.has(name)) throw locked();
    if (!disk.files.has(name)) throw notFound();
    disk.inUse.set(name, Number.POSITIVE_INFINITY);
    return disk.isOldSafari() ? oldSafariHandle(disk, name) : syncHandle(disk, name);
  },
  async createWritable() {
    await disk.turn();
    if (disk.refuses.has('createWritable')) throw refused();
    const writers = disk.inUse.get(name) ?? 0;
    if (writers === Number.POSITIVE_INFINITY) throw locked();
    disk.inUse.set(name, writers + 1);
    const parts: Content[] = [];
    const unlock = (): void => {
      const left = (disk.inUse.get(name) ?? 0) - 1;
      if (left > 0) disk.inUse.set(name, left);
      else disk.inUse.delete(name);
    };
    return {
      write(bytes: Content) {
        parts.push(bytes.slice());
        return disk.turn();
      },
      async close() {
        await disk.turn();
        setContent(disk, name, new Uint8Array(Buffer.concat(parts)));
        unlock();
      },
      async abort() {
        await disk.turn();
        unlock();
      },
    };
  },
});

const folderHandle = (disk: Disk) => {
  const { files } = disk;
  return {
    async getFileHandle(name: string, options?: { create?: boolean }) {
      await disk.turn();
      if (!files.has(name)) {
        if (options?.create !== true) throw notFound();
        setContent(disk, name, new Uint8Array());
      }
      return fileHandle(disk, name);
    },
    async removeEntry(name: string) {
      await disk.turn();
      if (disk.inUse.has(name) || disk.refusesRemoval()) throw locked();
      if (!files.delete(name)) throw notFound();
    },
    async *entries() {
      for (const name of [...files.keys()]) {
        await disk.turn();
        yield [name, {}];
      }
    },
  };
};

const lockManager = (held: Set<string>, turn: () => Promise<void>) => ({
  async query() {
    await turn();
    return { held: [...held].map((name) => ({ name })), pending: [] };
  },
  async request(
    name: string,
    _options: { ifAvailable: true },
    callback: (lock: object | null) => unknown,
  ): Promise<unknown> {
    await turn();
    if (held.has(name)) return callback(null);
    held.add(name);
    try {
      return await callback({ name });
    } finally {
      held.delete(name);
    }
  },
});

/** Node has no origin-private file system; installs this one on `navigator`. */
export const installFakeOpfs = (): FakeOpfs => {
  const before = Object.getOwnPropertyDescriptor(globalThis, 'navigator');
  const turn = (): Promise<void> => opfs.turn();
  const opfs: FakeOpfs = {
    files: new Map(),
    hasFolder: false,
    changedAt: new Map(),
    locks: new Set(),
    freeBytes: 1_000_000,
    capacityBytes: Number.POSITIVE_INFINITY,
    refusesRemoval: false,
    isOldSafari: false,
    refuses: new Set(),
    turn: () => Promise.resolve(),
    remove() {
      if (before === undefined) Reflect.deleteProperty(globalThis, 'navigator');
      else Object.defineProperty(globalThis, 'navigator', before);
    },
  };
  const { files, changedAt } = opfs;
  const disk: Disk = {
    files,
    changedAt,
    inUse: new Map(),
    refusesRemoval: () => opfs.refusesRemoval,
    isOldSafari: () => opfs.isOldSafari,
    refuses: opfs.refuses,
    capacityBytes: () => opfs.capacityBytes,
    turn,
  };
  const storage = {
    getDirectory: () =>
      Promise.resolve({
        getDirectoryHandle(_name: string, options?: { create?: boolean }) {
          opfs.hasFolder ||= files.size > 0 || options?.create === true;
          return opfs.hasFolder ? Promise.resolve(folderHandle(disk)) : Promise.reject(notFound());
        },
      }),
    estimate: () => Promise.resolve({ quota: opfs.freeBytes, usage: 0 }),
  };
  const locks = lockManager(opfs.locks, turn);
  Object.defineProperty(globalThis, 'navigator', { value: { storage, locks }, configurable: true });
  return opfs;
};

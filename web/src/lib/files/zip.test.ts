import { crc32 } from 'node:zlib';
import { Reader, ZipReader, type FileEntry } from '@zip.js/zip.js';
import { zipFrame, type ZipEntry } from './zip.js';

/** An archive of files full of zeros, never held in memory. */
class SparseArchive extends Reader<readonly ZipEntry[]> {
  readonly #frames: { at: number; bytes: Uint8Array }[] = [];

  constructor(entries: readonly ZipEntry[]) {
    super(entries);
    const { headers, contents } = zipFrame(entries);
    let at = 0;
    headers.forEach((bytes, index) => {
      this.#frames.push({ at, bytes });
      at += bytes.length + (entries[index]?.bytes ?? 0);
    });
    this.#frames.push({ at, bytes: contents });
    this.size = at + contents.length;
  }

  override readUint8Array(index: number, length: number): Promise<Uint8Array> {
    const all = new Uint8Array(Math.min(length, this.size - index));
    for (const { at, bytes } of this.#frames) {
      const from = Math.max(at, index);
      const to = Math.min(at + bytes.length, index + all.length);
      if (from < to) all.set(bytes.subarray(from - at, to - at), from - index);
    }
    return Promise.resolve(all);
  }
}

const GiB = 2 ** 30;
const modifiedMs = Date.UTC(2026, 4, 17, 9, 30, 21);
const entry = (path: string, bytes: number): ZipEntry => ({
  path,
  bytes,
  crc32: bytes < GiB ? crc32(new Uint8Array(bytes)) : 0,
  modifiedMs,
});

const list = async (entries: readonly ZipEntry[]) => {
  const reader = new ZipReader(new SparseArchive(entries));
  const found = (await reader.getEntries()) as FileEntry[];
  await reader.close();
  return found;
};

const facts = (entries: readonly ZipEntry[]) =>
  entries.map(({ path, bytes }) => ({ filename: path, uncompressedSize: bytes }));

describe('headers and directory, read by another implementation', () => {
  it('contain names, sizes, times and checksums', async () => {
    const entries = [entry('Reports/may.pdf', 3000), entry('Ärzte/患者 🩺.txt', 0), entry('z', 1)];
    const found = await list(entries);
    expect(found).toMatchObject(facts(entries));
    expect(found.map(({ lastModDate }) => lastModDate.getTime())).toEqual(
      entries.map(() => modifiedMs),
    );
    for (const [index, file] of found.entries()) {
      const bytes = await file.arrayBuffer({ checkCrc32: true });
      expect(bytes.byteLength).toBe(entries[index]?.bytes);
    }
  });

  it.each([
    ['a file of more than 4 GiB', [entry('film.mov', 5 * GiB), entry('b', 1)]],
    ['a file of exactly the largest 32-bit number', [entry('film.mov', 0xffff_ffff)]],
    ['a small file behind 4 GiB', [entry('a', 3 * GiB), entry('b', 2 * GiB), entry('c', 7)]],
    ['100 TB', [entry('a', 100e12), entry('b', 1)]],
  ])('holds %s', async (_name, entries) => {
    const found = await list(entries);
    expect(found).toMatchObject(facts(entries));
    // A directory entry points to its own header; large files are not read.
    for (const file of found.filter(({ uncompressedSize }) => uncompressedSize < GiB))
      expect((await file.arrayBuffer({ checkCrc32: true })).byteLength).toBe(file.uncompressedSize);
  });

  it('hold more files than 16 bits can count', async () => {
    const entries = Array.from({ length: 66_000 }, (_, n) => entry(`${n}.txt`, 0));
    const found = await list(entries);
    expect(found).toHaveLength(66_000);
    expect(found.at(-1)?.filename).toBe('65999.txt');
  });

  it.each([
    ['before its first day', Date.UTC(1970, 0, 2), 0x0021],
    ['after its last day', Date.UTC(2200, 0, 1), 0xff9f],
  ])('clamps a time %s to the range of the format', async (_name, ms, day) => {
    const [found] = await list([{ ...entry('a', 1), modifiedMs: ms }]);
    expect(Number(found?.rawLastModDate)).toBe(day * 0x1_0000);
  });
});

describe('the checker of archives', () => {
  it('reports a wrong checksum', async () => {
    const [file] = await list([{ ...entry('a', 10), crc32: 1 }]);
    await expect(file?.arrayBuffer({ checkCrc32: true })).rejects.toThrow('Invalid CRC32');
  });
});

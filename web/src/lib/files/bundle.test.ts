import { createHash } from 'node:crypto';
import { BlobReader, Uint8ArrayWriter, ZipReader, type FileEntry } from '@zip.js/zip.js';
import fc from 'fast-check';
import { asPackedBefore, bundle, countRenamed } from './bundle.js';
import { asOneFile, bundleName } from './one-file.js';
import type { FoundFile } from './selection.js';

const found = (path: string, content: BlobPart, lastModified = 1_700_000_000_000): FoundFile => ({
  path,
  file: new File([content], path.split('/').at(-1) ?? path, { lastModified }),
});

const quiet = () => ({ onProgress: () => undefined, signal: new AbortController().signal });

const unpack = async (archive: Blob): Promise<Map<string, Uint8Array>> => {
  const reader = new ZipReader(new BlobReader(archive));
  const entries = (await reader.getEntries()) as FileEntry[];
  const files = new Map<string, Uint8Array>();
  for (const entry of entries)
    files.set(entry.filename, await entry.getData(new Uint8ArrayWriter(), { checkCrc32: true }));
  await reader.close();
  return files;
};

const digest = async (blob: Blob): Promise<string> =>
  createHash('sha256')
    .update(new Uint8Array(await blob.arrayBuffer()))
    .digest('hex');

describe('bundling several files', () => {
  it('another program unpacks exactly the chosen files', async () => {
    const paths = fc.stringMatching(/^[a-zé ]{0,8}é(\/[a-z]{4,8}){0,2}(\.[a-z]{1,3})?$/);
    const files = fc.uniqueArray(
      fc.record({ path: paths, content: fc.uint8Array({ maxLength: 5000 }) }),
      { selector: ({ path }) => path.split(/[/.]/)[0], minLength: 1, maxLength: 8 },
    );
    await fc.assert(
      fc.asyncProperty(files, async (chosen) => {
        const list = chosen.map(({ path, content }) => found(path, new Uint8Array(content)));
        const archive = await bundle(list, 'all.zip', quiet());
        const unpacked = await unpack(archive);
        expect(unpacked.size).toBe(chosen.length);
        for (const { path, content } of chosen)
          expect(Buffer.from(unpacked.get(path) ?? [])).toEqual(Buffer.from(content));
      }),
      { numRuns: 40 },
    );
  });

  it('the same files give the same bytes in any order', async () => {
    const files = [found('b/2.txt', 'two'), found('a.txt', 'one'), found('b/1.txt', 'three')];
    const one = await bundle(files, 'x.zip', quiet());
    const other = await bundle([...files].reverse(), 'x.zip', quiet());
    expect(await digest(other)).toBe(await digest(one));
    expect([one.lastModified, one.type]).toEqual([1_700_000_000_000, 'application/zip']);
  });

  describe('a file inside that is written to afterwards, in a browser that reads its new bytes', () => {
    /** A file as Firefox reads one: with its bytes of now, and the size it had when it was chosen. */
    const rewritable = (path: string, bytes: Uint8Array<ArrayBuffer>) => {
      let now = new Blob([bytes]);
      const { file } = found(path, bytes);
      Object.assign(file, { slice: (start: number, end: number) => now.slice(start, end) });
      return { path, file, rewrite: (content: typeof bytes) => (now = new Blob([content])) };
    };
    const replaced = (bytes: Uint8Array<ArrayBuffer>, at: number, value: number) =>
      bytes.map((byte, index) => (index === at ? value : byte));
    const largeBytes = 5_000_000;
    const large = new Uint8Array(largeBytes).map((_, at) => at % 251);

    it.each([
      ['at the start', (bytes: typeof large) => replaced(bytes, 0, 9)],
      ['in the middle', (bytes: typeof large) => replaced(bytes, largeBytes / 2, 9)],
      ['at the end', (bytes: typeof large) => replaced(bytes, largeBytes - 1, 9)],
      ['so that it is shorter', (bytes: typeof large) => bytes.slice(0, -1)],
    ])('is noticed when it changes %s', async (_where, change) => {
      const others = Array.from({ length: 40 }, (_, n) => found(`${n}.txt`, `${n}`));
      const inside = rewritable('mail/inbox', large);
      const { isUnchanged } = await asOneFile({ files: [...others, inside], handles: [] }, quiet());
      expect(await isUnchanged?.()).toBe(true);
      inside.rewrite(change(large));
      expect(await isUnchanged?.()).toBe(false);
    });

    it('is noticed when it is small', async () => {
      const inside = rewritable('b.txt', new Uint8Array(2000));
      const { isUnchanged } = await asOneFile(
        { files: [found('a.txt', ''), inside], handles: [] },
        quiet(),
      );
      expect(await isUnchanged?.()).toBe(true);
      inside.rewrite(replaced(new Uint8Array(2000), 700, 1));
      expect(await isUnchanged?.()).toBe(false);
    });
  });

  describe('in another time zone', () => {
    const zone = process.env['TZ'];
    const packIn = async (name: string): Promise<File> => {
      process.env['TZ'] = name;
      return bundle([found('a.txt', 'one'), found('b?.txt', 'two')], 'x.zip', quiet());
    };
    afterEach(() => {
      if (zone === undefined) delete process.env['TZ'];
      else process.env['TZ'] = zone;
    });

    it('the same files give the same bytes', async () => {
      const one = await packIn('Europe/Berlin');
      expect(await digest(await packIn('America/New_York'))).toBe(await digest(one));
    });

    it('an archive of an earlier version is made again, with its local times and names', async () => {
      const archive = await packIn('Europe/Berlin');
      const before = asPackedBefore(archive);
      if (before === null) throw new Error('no archive');
      // 22:13:20 in UTC.
      const dosTime = new DataView(await before.slice(10, 12).arrayBuffer()).getUint16(0, true);
      expect(dosTime >> 11).toBe(23);
      expect([before.name, before.size, before.lastModified]).toEqual([
        'x.zip',
        archive.size,
        archive.lastModified,
      ]);
      expect([...(await unpack(before)).keys()]).toEqual(['a.txt', 'b?.txt']);
      expect(asPackedBefore(new File(['x'], 'y.zip'))).toBeNull();
    });
  });

  it('two files of the same name are both included', async () => {
    const files = [found('a.tar.gz', 'one'), found('a.tar.gz', 'two'), found('A.tar.gz', 'three')];
    const unpacked = await unpack(await bundle(files, 'x.zip', quiet()));
    expect([...unpacked.keys()].sort()).toEqual(['A.tar.gz', 'a.tar (2).gz', 'a.tar (3).gz']);
  });

  it.each([
    [
      'a colon and a question mark',
      ['R/Meeting 10:30.txt', 'R/Why?.txt'],
      ['R/Meeting 10_30.txt', 'R/Why_.txt'],
    ],
    [
      'a dot and spaces at the end',
      ['R/dot./z.txt', 'R/spaces  /z.txt', 'R/x '],
      ['R/dot_/z.txt', 'R/spaces__/z.txt', 'R/x_'],
    ],
    [
      'a device',
      ['R/aux.txt', 'R/Nul/a', 'R/auxiliary'],
      ['R/_aux.txt', 'R/_Nul/a', 'R/auxiliary'],
    ],
    ['a separator of Windows', ['R/a\\b.txt', 'R/..\\c'], ['R/a_b.txt', 'R/.._c']],
    ['a control character', ['R/a\u0001\nb.txt'], ['R/a__b.txt']],
    ['a replacement that another file has', ['R/a?.txt', 'R/a_.txt'], ['R/a_.txt', 'R/a_ (2).txt']],
  ])('names that Windows does not store are replaced: %s', async (_, paths, stored) => {
    const archive = await bundle(
      paths.map((path) => found(path, path)),
      'x.zip',
      quiet(),
    );
    const unpacked = await unpack(archive);
    expect(new Set(unpacked.keys())).toEqual(new Set(stored));
    const contents = [...unpacked.values()].map((bytes) => new TextDecoder().decode(bytes));
    expect(new Set(contents)).toEqual(new Set(paths));
    expect(countRenamed(archive)).toBe(paths.filter((path) => !stored.includes(path)).length);
  });

  it.each([
    ['a file and a folder of one name', ['data', 'data/x.txt'], ['data (2)', 'data/x.txt']],
    [
      'a file and a folder that differ in case',
      ['R/README', 'R/readme/x.txt'],
      ['R/README (2)', 'R/readme/x.txt'],
    ],
    [
      'two normal forms of one name',
      ['R/e\u0301.txt', 'R/\u00e9.txt'],
      ['R/e\u0301.txt', 'R/\u00e9 (2).txt'],
    ],
    ['lone surrogates', ['R/\ud800.txt', 'R/\ud801.txt'], ['R/\ufffd.txt', 'R/\ufffd (2).txt']],
  ])('every file can be unpacked beside the others: %s', async (_, paths, stored) => {
    const archive = await bundle(
      paths.map((path) => found(path, path)),
      'x.zip',
      quiet(),
    );
    expect([...(await unpack(archive)).keys()]).toEqual(stored);
  });

  it('reports progress in bytes', async () => {
    const steps: number[] = [];
    const files = [found('a', new Uint8Array(300_000)), found('b', new Uint8Array(7))];
    await bundle(files, 'x.zip', { ...quiet(), onProgress: (done) => steps.push(done) });
    expect(steps).toEqual([...steps].sort((a, b) => a - b));
    expect(steps.at(-1)).toBe(300_007);
  });

  it('ends when aborted', async () => {
    const abort = new AbortController();
    const making = bundle([found('a', new Uint8Array(5_000_000))], 'x.zip', {
      onProgress: () => abort.abort(),
      signal: abort.signal,
    });
    await expect(making).rejects.toMatchObject({ name: 'AbortError' });
  });

  it.each([
    [
      'cannot be read',
      { stream: () => new ReadableStream({ start: (c) => c.error(new Error('gone')) }) },
    ],
    ['was truncated after selection', { stream: () => new Blob(['shor']).stream() }],
  ])('names the file that %s', async (_name, broken) => {
    const { path, file } = found('reports/may.txt', 'shorter');
    const files = [found('a', '1'), { path, file: Object.assign(file, broken) }];
    await expect(bundle(files, 'x.zip', quiet())).rejects.toMatchObject({
      fault: 'unreadable',
      item: 'may.txt',
    });
  });
});

describe('the name of a bundle', () => {
  it.each([
    [['Reports/a.pdf', 'Reports/b/c.pdf'], 'Reports.zip'],
    [['v1.2/a.pdf'], 'v1.2.zip'],
    [['may.pdf', 'june.pdf'], 'june and 1 more.zip'],
    [['x/a', 'b.pdf', 'c.pdf'], 'b and 2 more.zip'],
    [['.profile', 'z'], '.profile and 1 more.zip'],
  ])('%j → %s', (paths, name) => {
    expect(bundleName(paths.map((path) => found(path, '')))).toBe(name);
  });

  it.each([
    ['a folder', [`${'x'.repeat(255)}/a`], `${'x'.repeat(251)}.zip`],
    ['the longest folder whose archive fits', [`${'x'.repeat(251)}/a`], `${'x'.repeat(251)}.zip`],
    ['files', [`${'a'.repeat(251)}.pdf`, 'y', 'z'], `${'a'.repeat(240)} and 2 more.zip`],
    ['a folder of pairs', [`${'🎬'.repeat(127)}/a`], `${'🎬'.repeat(125)}.zip`],
  ])('cuts the name of %s to the 255 characters that a share takes', (_, paths, name) => {
    expect(bundleName(paths.map((path) => found(path, '')))).toBe(name);
  });
});

describe('the shared file', () => {
  it('of one file is the file itself, with its handle', async () => {
    const only = found('may.pdf', 'x');
    const handle = { kind: 'file', name: 'may.pdf' } as FileSystemHandle;
    const chosen = await asOneFile({ files: [only], handles: [handle] }, quiet());
    expect(chosen).toEqual({ file: only.file, handles: [handle], isFolder: false });
  });

  it('of a folder with one file is the folder', async () => {
    const chosen = await asOneFile(
      { files: [found('Reports/may.pdf', 'x')], handles: [] },
      quiet(),
    );
    expect([chosen.file.name, chosen.isFolder]).toEqual(['Reports.zip', true]);
    expect([...(await unpack(chosen.file)).keys()]).toEqual(['Reports/may.pdf']);
  });

  it('of an empty folder is an error that names the folder', async () => {
    const handle = { kind: 'directory', name: 'Empty' } as FileSystemHandle;
    const nothing = asOneFile({ files: [], handles: [handle] }, quiet());
    await expect(nothing).rejects.toMatchObject({ fault: 'empty', item: 'Empty' });
  });
});

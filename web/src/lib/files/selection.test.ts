import { fromDrop, fromFiles, fromHandles, maxFound } from './selection.js';

const file = (name: string, folder = ''): File =>
  Object.defineProperty(new File([name], name), 'webkitRelativePath', {
    value: folder === '' ? '' : `${folder}/${name}`,
  });

type Tree = Record<string, unknown>;

/** A folder handle; a string is a file, null an unreadable one. */
const handleOf = (name: string, node: unknown): FileSystemHandle => {
  const isFolder = typeof node === 'object' && node !== null;
  return {
    kind: isFolder ? 'directory' : 'file',
    name,
    getFile: () =>
      node === null ? Promise.reject(new Error('gone')) : Promise.resolve(file(name)),
    async *values() {
      for (const [child, inner] of Object.entries(node as Tree)) yield handleOf(child, inner);
      await Promise.resolve();
    },
  } as unknown as FileSystemHandle;
};

/** A dropped entry without handles, read in batches of two. */
const entryOf = (name: string, node: unknown): FileSystemEntry => {
  const isFolder = typeof node === 'object' && node !== null;
  const children = isFolder ? Object.entries(node).map(([n, inner]) => entryOf(n, inner)) : [];
  return {
    name,
    isFile: !isFolder,
    isDirectory: isFolder,
    file: (resolve: (found: File) => void, reject: (error: Error) => void) =>
      node === null ? reject(new Error('gone')) : resolve(file(name)),
    createReader: () => ({
      readEntries: (resolve: (batch: FileSystemEntry[]) => void) => resolve(children.splice(0, 2)),
    }),
  } as unknown as FileSystemEntry;
};

const reports = {
  'may.pdf': '',
  '.DS_Store': '',
  archive: { 'a.pdf': '', 'b.pdf': '', 'c.pdf': '', empty: {} },
};
const inReports = [
  'Reports/archive/a.pdf',
  'Reports/archive/b.pdf',
  'Reports/archive/c.pdf',
  'Reports/may.pdf',
];

const drop = (files: File[], items: object[] = []): DataTransfer =>
  ({ files, items: items.map((item) => ({ kind: 'file', ...item })) }) as unknown as DataTransfer;

const pathsOf = (selection: { files: readonly { path: string }[] } | null): string[] | undefined =>
  selection?.files.map(({ path }) => path).sort();

describe('a selection', () => {
  it('of a folder handle holds all files except system files', async () => {
    const selection = await fromHandles([handleOf('Reports', reports)]);
    expect(pathsOf(selection)).toEqual(inReports);
    expect(selection.handles).toHaveLength(1);
  });

  it('of a folder input holds files with paths', () => {
    const selection = fromFiles([file('may.pdf', 'Reports'), file('.DS_Store', 'Reports')]);
    expect(pathsOf(selection)).toEqual(['Reports/may.pdf']);
  });

  describe('of a volume', () => {
    const card = {
      DCIM: { '1.jpg': '', 'lost+found': { 'kept.txt': '' } },
      '$RECYCLE.BIN': { 'S-1-5': { '$R1.jpg': '' } },
      'System Volume Information': { IndexerVolumeGuid: null },
      '.Trash-1000': { files: { '2.jpg': '' } },
      '.Trashes': { '501': { '3.jpg': '' } },
    };
    const inCard = ['DCIM/1.jpg', 'DCIM/lost+found/kept.txt'];
    const below = (top: string) => inCard.map((path) => `${top}/${path}`);
    /** As an input gives it, with the folder above or, on Windows, without. */
    const asFiles = (top: string): File[] =>
      [...inCard, '$RECYCLE.BIN/S-1-5/$R1.jpg', '.Trash-1000/files/2.jpg'].map((path) =>
        file(path.split('/').at(-1) ?? '', `${top}${path.slice(0, path.lastIndexOf('/'))}`),
      );

    it.each([
      ['by handle', () => fromHandles([handleOf('CARD', card)])],
      [
        'by entry',
        () => fromDrop(drop([file('CARD')], [{ webkitGetAsEntry: () => entryOf('CARD', card) }])),
      ],
      ['by input', () => Promise.resolve(fromFiles(asFiles('CARD/')))],
    ])('leaves out what the system keeps there, %s', async (_name, select) => {
      expect(pathsOf(await select())).toEqual(below('CARD'));
    });

    it.each(['recycler', 'lost+found', '.trash', 'Trash'])(
      'keeps a folder of the user called %s, by handle, entry and input',
      async (name) => {
        const folder = { [name]: { 'a.txt': '' } };
        const asEntry = { webkitGetAsEntry: () => entryOf('ui', folder) };
        const selections = [
          await fromHandles([handleOf('ui', folder)]),
          await fromDrop(drop([file('ui')], [asEntry])),
          fromFiles([file('a.txt', `ui/${name}`)]),
        ];
        const [handle, entry, input] = selections.map(pathsOf);
        expect([handle, entry, input]).toEqual(Array(3).fill([`ui/${name}/a.txt`]));
      },
    );

    it('keeps the recycle bin that is the whole selection', async () => {
      const { '$RECYCLE.BIN': bin } = card;
      const selection = await fromHandles([handleOf('$RECYCLE.BIN', bin)]);
      expect(pathsOf(selection)).toEqual(['$RECYCLE.BIN/S-1-5/$R1.jpg']);
    });

    it.each([
      ['by handle', () => fromHandles([handleOf('\\', card)])],
      [
        'by entry',
        () => fromDrop(drop([file('E:')], [{ webkitGetAsEntry: () => entryOf('E:\\', card) }])),
      ],
      ['by input', () => Promise.resolve(fromFiles(asFiles('')))],
    ])('gives the root of a drive a name, %s', async (_name, select) => {
      expect(pathsOf(await select())).toEqual(below('Disk'));
    });
  });

  it('keeps a system file that is the whole selection', () => {
    expect(pathsOf(fromFiles([file('.DS_Store')]))).toEqual(['.DS_Store']);
  });

  const asEntry = { webkitGetAsEntry: () => entryOf('Reports', reports) };

  it.each([
    ['with handles', () => Promise.resolve(handleOf('Reports', reports)), 1],
    ['without handles', undefined, 0],
    ['with handles that are refused', () => Promise.reject(new Error('policy')), 0],
    ['with a handle for a part only', () => Promise.resolve(null), 0],
  ])('of a dropped folder, %s', async (_name, getAsFileSystemHandle, handles) => {
    const item = { ...asEntry, ...(getAsFileSystemHandle && { getAsFileSystemHandle }) };
    const selection = await fromDrop(drop([file('Reports')], [item]));
    expect(pathsOf(selection)).toEqual(inReports);
    expect(selection?.handles).toHaveLength(handles);
  });

  it('of a dropped folder holds the files that its handle leaves out', async () => {
    const listed = handleOf('Reports', { 'may.pdf': '' });
    const item = { ...asEntry, getAsFileSystemHandle: () => Promise.resolve(listed) };
    const selection = await fromDrop(drop([file('Reports')], [item]));
    expect(pathsOf(selection)).toEqual(inReports);
    expect(selection?.handles).toEqual([]);
  });

  it('of a drop falls back to its files', async () => {
    expect(pathsOf(await fromDrop(drop([file('a'), file('b')])))).toEqual(['a', 'b']);
  });

  it('of a drop without files is null', async () => {
    const words = { kind: 'string' } as unknown as DataTransferItem;
    const transfer = { files: [], items: [words] } as unknown as DataTransfer;
    expect(await fromDrop(transfer)).toBeNull();
  });

  it.each([
    ['by handle', () => fromHandles([handleOf('Reports', { 'may.pdf': null })])],
    [
      'by entry',
      () =>
        fromDrop(
          drop(
            [file('Reports')],
            [{ webkitGetAsEntry: () => entryOf('Reports', { 'may.pdf': null }) }],
          ),
        ),
    ],
  ])('names an unreadable file, %s', async (_name, select) => {
    await expect(select()).rejects.toMatchObject({ fault: 'unreadable', item: 'may.pdf' });
  });

  it('names a folder that cannot be listed', async () => {
    const denied = handleOf('Private', {});
    Object.assign(denied, {
      async *values(): AsyncGenerator<FileSystemHandle> {
        yield handleOf('a.pdf', '');
        await Promise.reject(new DOMException('', 'NotReadableError'));
      },
    });
    await expect(fromHandles([denied])).rejects.toMatchObject({
      fault: 'unreadable',
      item: 'Private',
    });
  });

  it('refuses more files than a share may have', () => {
    const many = Array.from({ length: maxFound + 1 }, (_, n) => file(`${n}`, 'Disk'));
    expect(() => fromFiles(many)).toThrow('selection: too-many');
  });

  it('ends for a folder that contains itself', async () => {
    const endless: Tree = {};
    endless['again'] = endless;
    const walk = fromHandles([handleOf('Loop', endless)]);
    await expect(walk).rejects.toMatchObject({ fault: 'too-many', item: 'Loop' });
  });
});

import { createMemorySink } from './memory.js';

const announcedFile = { filename: 'a.txt', totalBytes: 4, fileId: 'f' };

describe('memory sink', () => {
  it('saves one blob under the file’s name and reports its size', async () => {
    const saved: { blob: Blob; filename: string }[] = [];
    const sink = createMemorySink((blob, filename) => void saved.push({ blob, filename }));
    await sink.open(announcedFile);
    await sink.write(new TextEncoder().encode('ab'));
    await sink.write(new TextEncoder().encode('cd'));
    expect(await sink.close()).toBe(4);
    expect(saved[0]?.filename).toBe('a.txt');
    expect(await saved[0]?.blob.text()).toBe('abcd');
  });
  it('saves the complete file once more, until it is opened again', async () => {
    const saved: string[] = [];
    const sink = createMemorySink((_blob, filename) => void saved.push(filename));
    await sink.open(announcedFile);
    expect(await sink.saveAgain?.()).toBe(false);
    await sink.write(new Uint8Array(4));
    await sink.close();
    expect(await sink.saveAgain?.()).toBe(true);
    expect(saved).toEqual(['a.txt', 'a.txt']);
    await sink.open(announcedFile);
    expect(await sink.saveAgain?.()).toBe(false);
  });
  it('starts over when opened again', async () => {
    let size = -1;
    const sink = createMemorySink((blob) => {
      size = blob.size;
    });
    await sink.open(announcedFile);
    await sink.write(new Uint8Array(3));
    await sink.open(announcedFile);
    await sink.write(new Uint8Array(4));
    await sink.close();
    expect(size).toBe(4);
  });
  it('refuses more than its limit, announced or received', async () => {
    const sink = createMemorySink(() => undefined, 10);
    await expect(sink.open({ ...announcedFile, totalBytes: 11 })).rejects.toMatchObject({
      code: 'too-large-for-memory',
    });
    await sink.open(announcedFile);
    await expect(sink.write(new Uint8Array(11))).rejects.toMatchObject({
      code: 'too-large-for-memory',
    });
  });
});

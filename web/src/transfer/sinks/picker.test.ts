/** The save dialog's file: protocol document 2.5, "nothing is complete before close and count". */
import { createPickerSink } from './picker.js';

const ANNOUNCED = { filename: 'a.txt', fileType: 'text/plain', totalBytes: 4, fileId: 'f' };
const bytesOf = (text: string) => new TextEncoder().encode(text);

interface Written {
  type: 'write';
  position: number;
  data: Uint8Array<ArrayBuffer>;
}

/** As in browsers: what is written lies in a swap file and replaces the real one when it is closed. */
function fakeHandle(old = '') {
  let content = old;
  const log: string[] = [];
  const handle = {
    createWritable: ({ keepExistingData }: { keepExistingData: boolean }) => {
      let swap = keepExistingData ? content : '';
      log.push('open');
      return Promise.resolve({
        write({ position, data }: Written) {
          swap = swap.slice(0, position) + new TextDecoder().decode(data);
          return Promise.resolve();
        },
        close() {
          content = swap;
          log.push('close');
          return Promise.resolve();
        },
        abort() {
          log.push('abort');
          return Promise.resolve();
        },
      });
    },
    getFile: () => Promise.resolve(new File([content], 'a.txt')),
  };
  return {
    handle: handle as unknown as FileSystemFileHandle,
    content: () => content,
    log,
  };
}

describe('picker sink', () => {
  it('writes one block after the other and reports the size of the file on disk', async () => {
    const file = fakeHandle('something older and longer');
    const sink = createPickerSink(file.handle);
    expect(await sink.open(ANNOUNCED)).toBe(0);
    await sink.write(bytesOf('ab'));
    await sink.write(bytesOf('cd'));
    expect(file.content()).toBe('something older and longer');
    expect(await sink.close()).toBe(4);
    expect(file.content()).toBe('abcd');
  });

  it('starts over when opened again, without what an earlier attempt wrote', async () => {
    const file = fakeHandle();
    const sink = createPickerSink(file.handle);
    await sink.open(ANNOUNCED);
    await sink.write(bytesOf('wrong!'));
    expect(await sink.open(ANNOUNCED)).toBe(0);
    await sink.write(bytesOf('good'));
    await sink.close();
    expect(file.content()).toBe('good');
    expect(file.log).toEqual(['open', 'abort', 'open', 'close']);
  });

  it('an aborted file keeps what it was, and aborting twice is harmless', async () => {
    const file = fakeHandle('old');
    const sink = createPickerSink(file.handle);
    await sink.open(ANNOUNCED);
    await sink.write(bytesOf('half'));
    await sink.abort('closed');
    await sink.abort('closed');
    expect(file.content()).toBe('old');
    expect(file.log).toEqual(['open', 'abort']);
    await expect(sink.write(bytesOf('x'))).rejects.toThrow();
  });

  it('a full disk is passed on as the browser names it', async () => {
    const failing = {
      createWritable: () =>
        Promise.resolve({
          write: () => Promise.reject(new DOMException('full', 'QuotaExceededError')),
          abort: () => Promise.resolve(),
        }),
    } as unknown as FileSystemFileHandle;
    const sink = createPickerSink(failing);
    await sink.open(ANNOUNCED);
    await expect(sink.write(bytesOf('x'))).rejects.toMatchObject({ name: 'QuotaExceededError' });
  });
});

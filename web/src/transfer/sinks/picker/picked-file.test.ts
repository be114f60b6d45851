import { isRefusal, pickFile, toPickedFile } from './picked-file.js';

/** A file that the dialog has created, and whose steps fail as the test says. */
const fileWith = (failures: Partial<Record<'createWritable' | 'write' | 'close', Error>> = {}) => {
  const log: string[] = [];
  const step = (name: keyof typeof failures) => {
    log.push(name);
    const cause = failures[name];
    return cause === undefined ? Promise.resolve() : Promise.reject(cause);
  };
  const handle = {
    createWritable: () =>
      step('createWritable').then(() => ({
        write: () => step('write'),
        close: () => step('close'),
        abort: () => Promise.resolve(void log.push('abort')),
      })),
    getFile: () => Promise.resolve(new File(['abcd'], 'a.txt')),
  };
  return { handle: handle as unknown as FileSystemFileHandle, log };
};

describe('asking where to save', () => {
  const answerWith = (answer: (options: { suggestedName: string }) => Promise<unknown>): void =>
    void Object.defineProperty(globalThis, 'showSaveFilePicker', {
      configurable: true,
      value: answer,
    });
  afterEach(() => Reflect.deleteProperty(globalThis, 'showSaveFilePicker'));

  it('suggests a name that can be written, and leaves the chosen file as it is', async () => {
    const { handle, log } = fileWith();
    const suggested: string[] = [];
    answerWith(({ suggestedName }) => {
      suggested.push(suggestedName);
      return Promise.resolve(handle);
    });
    expect(await pickFile('../a?.txt')).toBe(handle);
    expect([suggested, log]).toEqual([['a.txt'], ['createWritable', 'abort']]);
  });

  it.each([
    ['whose name is too long for the temporary file', 'InvalidStateError'],
    ['that is read-only', 'NoModificationAllowedError'],
    ['in a folder that is gone', 'NotFoundError'],
  ])('refuses a file %s, before anything is received', async (_, name) => {
    const { handle } = fileWith({ createWritable: new DOMException('', name) });
    answerWith(() => Promise.resolve(handle));
    await expect(pickFile('a.txt')).rejects.toMatchObject({ code: 'sink-failed' });
  });

  it('refuses a place in which the browser cannot create the file', async () => {
    answerWith(() =>
      Promise.reject(new DOMException('Failed to create or truncate file', 'AbortError')),
    );
    await expect(pickFile('a.txt')).rejects.toMatchObject({ code: 'sink-failed' });
  });

  it('tells a closed dialog from one that is not there', async () => {
    answerWith(() => Promise.reject(new DOMException('The user aborted a request.', 'AbortError')));
    await expect(pickFile('a.txt')).rejects.toMatchObject({ name: 'AbortError' });
    answerWith(() => Promise.reject(new DOMException('in a frame', 'SecurityError')));
    expect(await pickFile('a.txt')).toBeNull();
    Reflect.deleteProperty(globalThis, 'showSaveFilePicker');
    expect(await pickFile('a.txt')).toBeNull();
  });
});

describe('an error at the end of writing', () => {
  it.each([
    ['AbortError', 'Blocked by Safe Browsing.', true],
    ['AbortError', 'Aborted due to security policy.', true],
    ['AbortError', 'Write operation aborted due to security policy.', true],
    ['AbortError', 'Failed to perform Safe Browsing check.', false],
    ['AbortError', '', false],
    ['NotAllowedError', 'Blocked by Safe Browsing.', false],
  ])('is a refusal of the file: %s, %j → %p', (name, message, expected) => {
    expect(isRefusal(new DOMException(message, name))).toBe(expected);
  });

  it.each([
    ['close', 'AbortError', 'Failed to perform Safe Browsing check.', 'not-saved-there'],
    ['close', 'AbortError', '', 'not-saved-there'],
    ['createWritable', 'NotFoundError', '', 'not-saved-there'],
    ['createWritable', 'NoModificationAllowedError', '', 'not-saved-there'],
    ['createWritable', 'InvalidStateError', '', 'not-saved-there'],
    ['write', 'QuotaExceededError', '', 'no-room-to-save'],
    ['write', 'NotAllowedError', '', 'permission-lost'],
  ] as const)('leaves the complete file to be copied again: %s, %s, %j', async (...failure) => {
    const [step, name, message, code] = failure;
    const { handle } = fileWith({ [step]: new DOMException(message, name) });
    const copying = toPickedFile(() => handle).deliver(new Blob(['abcd']), 'a.txt');
    await expect(copying).rejects.toMatchObject({ code, facts: { isComplete: true } });
  });

  it('does not keep a file that a security check refuses', async () => {
    const refusal = new DOMException('Blocked by Safe Browsing.', 'AbortError');
    const { handle } = fileWith({ close: refusal });
    const copying = toPickedFile(() => handle).deliver(new Blob(['abcd']), 'a.txt');
    await expect(copying).rejects.toBe(refusal);
  });
});

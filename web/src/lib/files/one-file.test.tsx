import { jest } from '@jest/globals';
import { fromFiles } from './selection.js';

jest.unstable_mockModule('./bundle.js', () => {
  throw new TypeError('404');
});
const { asOneFile, faultText } = await import('./one-file.js');

const files = ['may.pdf', 'june.pdf'].map((name) => new File(['x'], name));

const watch = { onProgress: () => undefined, signal: new AbortController().signal };

describe('several files without the code that packs them', () => {
  it('are not called unreadable', async () => {
    const packing = asOneFile(fromFiles(files), watch);
    const error: unknown = await packing.catch((cause: unknown) => cause);
    expect(faultText(error)).toContain('Part of the app could not be loaded.');
  });

  it('do not keep a single file from being shared', async () => {
    const one = await asOneFile(fromFiles(files.slice(0, 1)), watch);
    expect(one.file.name).toBe('may.pdf');
  });
});

import fc from 'fast-check';
import { safeFilename } from './safe-filename.js';

describe('a safe file name', () => {
  it.each([
    ['../../etc/passwd', 'passwd'],
    ['C:\\temp\\report.pdf', 'report.pdf'],
    ['my "best" film 🎬.mp4', 'my best film 🎬.mp4'],
    ["it's here.txt", "it's here.txt"],
    ['invoice\u202Efdp.exe', 'invoicefdp.exe'],
    ['a\u0000b\nc.txt', 'abc.txt'],
    ['CON.txt', '_CON.txt'],
    ['...', 'download'],
    ['  spaced   out .txt ', 'spaced out .txt'],
    ['', 'download'],
    ['folder/', 'folder'],
    ['.bashrc', 'bashrc'],
  ])('%j → %j', (name, expected) => {
    expect(safeFilename(name)).toBe(expected);
  });

  it('is short, free of forbidden characters, and unchanged when made safe again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 600 }), (name) => {
        const safe = safeFilename(name);
        expect(new TextEncoder().encode(safe).length).toBeLessThanOrEqual(201);
        expect(safe).not.toMatch(/[/\\\p{Cc}:*?"<>|\u202a-\u202e]|^\.|\.$|^$/u);
        expect(safeFilename(safe)).toBe(safe);
      }),
    );
  });

  it('keeps the extension of a long name', () => {
    expect(safeFilename(`${'ä'.repeat(300)}.tar.gz`)).toMatch(/^ä+\.gz$/);
  });
});

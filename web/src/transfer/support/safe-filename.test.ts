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
    ['aux .txt', '_aux .txt'],
    ['com¹', '_com¹'],
    ['LPT³.txt', '_LPT³.txt'],
    ['...', 'download'],
    ['  spaced   out .txt ', 'spaced   out .txt'],
    ['', 'download'],
    ['folder/', 'folder'],
    ['.bashrc', '.bashrc'],
    ['.env', '.env'],
    ['..', 'download'],
    ['Makefile', 'Makefile'],
    ['backup.tar.gz', 'backup.tar.gz'],
    ['👩🏽‍⚕️ notes.txt', '👩🏽‍⚕️ notes.txt'],
    ['می‌خواهم.pdf', 'می‌خواهم.pdf'],
    ['\u2067\u061cinvoice\u200f.exe', 'invoice.exe'],
  ])('%j → %j', (name, expected) => {
    expect(safeFilename(name)).toBe(expected);
  });

  it('is short, free of forbidden characters, and unchanged when made safe again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 600 }), (name) => {
        const safe = safeFilename(name);
        expect(new TextEncoder().encode(safe).length).toBeLessThanOrEqual(240);
        expect(safe).not.toMatch(/[/\\\p{Cc}:*?"<>|\u202a-\u202e\u2066-\u2069]|^\.+$|\.$|^$/u);
        expect(safeFilename(safe)).toBe(safe);
      }),
    );
  });

  it.each([
    ['ä', '.tar.gz'],
    ['漢', '.pdf'],
    ['👩🏽‍⚕️', '.txt'],
    ['x', ''],
  ])('cuts a long name of %s to 240 bytes and keeps %j', (character, extension) => {
    const safe = safeFilename(character.repeat(300) + extension);
    const bytes = new TextEncoder().encode(safe).length;
    expect(safe.endsWith(extension)).toBe(true);
    expect(safe).not.toMatch(/\u200d(\.|$)/);
    expect([bytes <= 240, bytes > 215]).toEqual([true, true]);
  });
});

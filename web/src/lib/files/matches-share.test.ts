import { matchesShare } from './matches-share.js';

describe('a chosen file', () => {
  const shared = { filename: 'may.pdf', fileSize: '5 Bytes' };

  it.each([
    ['the same name and size', new File(['hello'], 'may.pdf'), true],
    ['another name', new File(['hello'], 'june.pdf'), false],
    ['another size', new File(['hello!'], 'may.pdf'), false],
  ])('with %s matches the share: %s', (_what, file, expected) => {
    expect(matchesShare(file, shared)).toBe(expected);
  });

  it.each(['NFC', 'NFD'])('matches a share whose name is in the normal form %s', (form) => {
    const named = { ...shared, filename: 'Übersicht für März.pdf'.normalize(form) };
    for (const other of ['NFC', 'NFD'])
      expect(matchesShare(new File(['hello'], named.filename.normalize(other)), named)).toBe(true);
  });

  it('matches the name that the server has stored of half a character', () => {
    const file = { name: 'may \ud83d.pdf', size: 5 };
    expect(matchesShare(file, { ...shared, filename: 'may \ufffd.pdf' })).toBe(true);
  });

  it.each(['may_fdp.exe', 'may\u061cfdp.exe'])(
    'matches the name that the server has stored: %j',
    (filename) => {
      const file = new File(['hello'], 'may\u061cfdp.exe');
      expect(matchesShare(file, { ...shared, filename })).toBe(true);
    },
  );
});

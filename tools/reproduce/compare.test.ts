import { compareManifests } from './compare.js';

const manifest = (files: Record<string, string>) =>
  JSON.stringify({ release: 'x', inlineScripts: [], files });
const hash = (digit: string) => digit.repeat(64);

describe('comparing two manifests', () => {
  it('names files that differ or are in one of them only', () => {
    const first = manifest({ same: hash('a'), changed: hash('b'), gone: hash('c') });
    const second = manifest({ same: hash('a'), changed: hash('d'), added: hash('e') });
    expect(compareManifests(first, second)).toEqual(['added', 'changed', 'gone']);
    expect(compareManifests(first, first)).toEqual([]);
  });
});

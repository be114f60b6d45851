import { readFileSync } from 'node:fs';
import { at } from '../../helm/test/lib/paths.js';

const words = readFileSync(at('docs/glossary.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !/^\| (word|-+) +\|/.test(line))
  .map((line) => line.split('|')[1]?.trim() ?? '');

describe('docs/glossary.md', () => {
  it('has the sixty words at most that a reader can be asked to learn', () => {
    expect(words.length).toBeLessThanOrEqual(60);
    expect(words).toContain('grant');
  });

  it('gives a word one meaning', () => {
    expect(words.filter((word, index) => words.indexOf(word) !== index)).toEqual([]);
  });
});

import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clearStamp, hashInputs, readStamp, writeStamp } from './stamp.mjs';

describe('stamps', () => {
  let base = '';
  const write = (path: string, text: string) => {
    mkdirSync(join(base, path, '..'), { recursive: true });
    writeFileSync(join(base, path), text);
  };
  beforeEach(() => {
    base = mkdtempSync(join(tmpdir(), 'stamp-test-'));
    write('src/main.ts', 'main');
    write('src/deep/part.ts', 'part');
    write('package.json', '{}');
  });
  afterEach(() => rmSync(base, { recursive: true, force: true }));
  const hash = () => hashInputs(['src', 'package.json', 'not-there'], base);

  const changes: [string, boolean, () => void][] = [
    ['a changed file', true, () => write('src/main.ts', 'changed')],
    ['a changed file in a sub-folder', true, () => write('src/deep/part.ts', 'changed')],
    ['a new file', true, () => write('src/new.ts', '')],
    ['a removed file', true, () => rmSync(join(base, 'src/deep/part.ts'))],
    ['a missing input that appears', true, () => write('not-there', '')],
    [
      'the same bytes under another name',
      true,
      () => {
        rmSync(join(base, 'src/main.ts'));
        write('src/other.ts', 'main');
      },
    ],
    ['a new modification time', false, () => utimesSync(join(base, 'src/main.ts'), 1, 1)],
    ['a changed test', false, () => write('src/main.test.ts', 'test')],
    ['build output', false, () => write('src/dist/main.js', 'built')],
  ];
  for (const [what, isStale, change] of changes) {
    it(`${what} ${isStale ? 'makes' : 'does not make'} a step stale`, () => {
      const before = hash();
      change();
      expect(hash() !== before).toBe(isStale);
    });
  }

  it('hash environment variables regardless of their order', () => {
    const inputs = ['src'];
    const hashWith = (settings: Record<string, string>) => hashInputs(inputs, base, settings);
    expect(hashWith({ PUBLIC_URL: 'https://a.example' })).not.toBe(hashWith({}));
    expect(hashWith({ A: '1', B: '2' })).toBe(hashWith({ B: '2', A: '1' }));
  });

  it('persist until they are cleared', () => {
    expect(readStamp('web', base)).toBeUndefined();
    writeStamp('web', 'abc', base);
    expect(readStamp('web', base)).toBe('abc');
    clearStamp('web', base);
    expect(readStamp('web', base)).toBeUndefined();
  });
});

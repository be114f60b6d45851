import { readFileSync } from 'node:fs';
import { at } from '../../helm/test/lib/paths.js';
import { fromRegistry, isForeign, type LockFile } from './complete-lock.js';

const lock = JSON.parse(readFileSync(at('package-lock.json'), 'utf8')) as LockFile;

/** Licences without conditions on the works that use a package. */
const allowed = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'Python-2.0',
  'Unlicense',
  'Zlib',
  'public domain',
]);

/** Others, each with its reason. */
const exceptions: Readonly<Record<string, string>> = {
  // Tools; nothing of them is shipped.
  'axe-core': 'MPL-2.0',
  lightningcss: 'MPL-2.0',
  'lightningcss-linux-x64-gnu': 'MPL-2.0',
  // In the image of shares, unmodified: its conditions concern its own files, which are its source.
  'web-push': 'MPL-2.0',
  // Data of the build.
  'caniuse-lite': 'CC-BY-4.0',
  mediabunny: 'MPL-2.0',
  // Its manifest names none; the file LICENSE is the MIT licence. Used by the emulator of `npm start`.
  'valid-url': 'none',
};

/** An `AND` needs all parts, an `OR` one. */
const isAllowed = (expression: string): boolean => {
  const text = expression.replace(/^\((.*)\)$/, '$1');
  if (text.includes(' OR ')) return text.split(' OR ').some(isAllowed);
  return text.split(' AND ').every((name) => allowed.has(name));
};

interface OldManifest {
  license?: string | { type: string };
  licenses?: { type: string }[];
}

/** Manifests of before 2015 have an object or a list, which npm does not copy into the lock file. */
const licenceOf = (path: string, locked: string | undefined): string => {
  if (locked !== undefined) return locked;
  try {
    const { license, licenses } = JSON.parse(
      readFileSync(at(`${path}/package.json`), 'utf8'),
    ) as OldManifest;
    const one = license ?? licenses?.[0];
    return typeof one === 'string' ? one : (one?.type ?? 'none');
  } catch {
    return 'none';
  }
};

describe('the licences of all packages', () => {
  it('permit the use of each, or are listed as an exception', () => {
    const faults = fromRegistry(lock).flatMap(([path, entry]) => {
      if (isForeign(entry)) return [];
      const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
      const licence = licenceOf(path, entry.license);
      return isAllowed(licence) || exceptions[name] === licence ? [] : [`${name}: ${licence}`];
    });
    expect(faults).toEqual([]);
  });

  it.each([
    ['MIT', true],
    ['(MIT OR GPL-3.0)', true],
    ['Apache-2.0 AND MIT', true],
    ['(MIT AND GPL-3.0)', false],
    ['GPL-3.0', false],
    ['none', false],
  ])('%s: %s', (expression, expected) => expect(isAllowed(expression)).toBe(expected));
});

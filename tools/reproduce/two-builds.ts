/**
 * `npm run check:reproducible`: builds the web application in two folders with different names and compares the
 * manifests. Takes about a minute and a half.
 */

import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exec, root } from '../bootstrap/exec.mjs';
import { compareManifests } from './compare.js';

const sources = ['package.json', 'tsconfig.base.json', 'proto', 'web'];
const generated = /(^|\/)(node_modules|dist|test-results|screenshots)(\/|$)/;

/** A copy of the sources with links to the installed packages. The product's own packages are those of the copy. */
const copySources = (folder: string): void => {
  for (const source of sources) {
    cpSync(join(root, source), join(folder, source), {
      recursive: true,
      filter: (path) => !generated.test(path.slice(root.length)),
    });
  }
  const packages = join(folder, 'node_modules');
  mkdirSync(join(packages, '@tandem'), { recursive: true });
  for (const name of readdirSync(join(root, 'node_modules'))) {
    if (name !== '@tandem') symlinkSync(join(root, 'node_modules', name), join(packages, name));
  }
  symlinkSync(join(folder, 'proto'), join(packages, '@tandem/proto'));
  const own = join(root, 'web/node_modules');
  mkdirSync(join(folder, 'web/node_modules'));
  for (const name of readdirSync(own).filter((entry) => !entry.startsWith('.'))) {
    symlinkSync(join(own, name), join(folder, 'web/node_modules', name));
  }
};

const buildIn = async (folder: string): Promise<string> => {
  copySources(folder);
  const cwd = join(folder, 'web');
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  await exec('The build', process.execPath, [vite, 'build', '--logLevel', 'warn'], { cwd });
  await exec('The prerendering', process.execPath, ['prerender.mjs'], { cwd });
  return readFileSync(join(cwd, 'dist/release.json'), 'utf8');
};

const home = mkdtempSync(join(tmpdir(), 'two-builds-'));
try {
  const first = await buildIn(join(home, 'a'));
  const second = await buildIn(join(home, 'a-longer/name-of-a-folder'));
  const differences = compareManifests(first, second);
  if (differences.length > 0) {
    process.stderr.write(`The builds differ:\n${differences.join('\n')}\n`);
    process.exitCode = 1;
  } else process.stdout.write('Both builds are identical.\n');
} finally {
  rmSync(home, { recursive: true, force: true });
}

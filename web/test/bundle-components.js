import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const web = fileURLToPath(new URL('..', import.meta.url));
const root = join(web, '..');
const bundle = join(root, 'node_modules/.cache/jest/antd.mjs');

const hash = createHash('sha256')
  .update(readFileSync(join(root, 'package-lock.json')))
  .update(readFileSync(fileURLToPath(import.meta.url)))
  .digest('hex');
const head = `// ${hash}\n`;

const isCurrent = () => existsSync(bundle) && readFileSync(bundle, 'utf8').startsWith(head);

/**
 * Jest's global set-up: joins the component library into one module, to which jest.config.js maps `antd`.
 * Jest evaluates the modules of a library anew for every test file, and antd has two thousand of them.
 * React stays outside, so that there is one React.
 */
export default async () => {
  if (isCurrent()) return;
  const { outputFiles } = await build({
    stdin: { contents: "export * from 'antd';", resolveDir: web },
    bundle: true,
    format: 'esm',
    platform: 'browser',
    external: ['react', 'react/*', 'react-dom', 'react-dom/*'],
    define: { 'process.env.NODE_ENV': '"test"' },
    write: false,
  });
  mkdirSync(dirname(bundle), { recursive: true });
  // Renamed when it is complete: another run may read it.
  const draft = `${bundle}.${process.pid}`;
  writeFileSync(draft, head + outputFiles[0].text);
  renameSync(draft, bundle);
};

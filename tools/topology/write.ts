import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../bootstrap/exec.mjs';
import { renderedFiles, renderFile } from './render.js';

/** `npm run topology`: renders the sections of sections.ts. */
for (const file of renderedFiles) {
  writeFileSync(join(root, file), await renderFile(file));
  process.stdout.write(`${file}\n`);
}

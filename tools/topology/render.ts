import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { root } from '../bootstrap/exec.mjs';
import { replaceSection, sections } from './sections.js';

export const renderedFiles = [...new Set(sections.map(({ file }) => file))];

/** A file with its sections rendered anew, formatted. */
export const renderFile = async (file: string): Promise<string> => {
  const path = join(root, file);
  const rendered = sections
    .filter((section) => section.file === file)
    .reduce(replaceSection, readFileSync(path, 'utf8'));
  return format(rendered, { ...(await resolveConfig(path)), filepath: path });
};

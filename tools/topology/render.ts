import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, getFileInfo, resolveConfig } from 'prettier';
import { root } from '../bootstrap/exec.mjs';
import { replaceSection, sections, wholeFiles } from './sections.js';

export const renderedFiles = [
  ...new Set([...sections.map(({ file }) => file), ...Object.keys(wholeFiles)]),
];

/** A file with its sections rendered anew, formatted if Prettier knows its language. */
export const renderFile = async (file: string): Promise<string> => {
  const path = join(root, file);
  const whole = wholeFiles[file];
  const rendered = whole
    ? whole()
    : sections
        .filter((section) => section.file === file)
        .reduce(replaceSection, readFileSync(path, 'utf8'));
  // Files of other programs are written as rendered.
  if ((await getFileInfo(path)).inferredParser === null) return rendered;
  return format(rendered, { ...(await resolveConfig(path)), filepath: path });
};

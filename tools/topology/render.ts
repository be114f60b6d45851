import { readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { format, type FormatConfig } from 'oxfmt';
import { root } from '../bootstrap/exec.mjs';
import { replaceSection, sections, wholeFiles } from './sections.js';

export const renderedFiles = [
  ...new Set([...sections.map(({ file }) => file), ...Object.keys(wholeFiles)]),
];

/** The options of `npm run format`. */
const options = JSON.parse(readFileSync(join(root, '.oxfmtrc.json'), 'utf8')) as FormatConfig;

/** Files of other programs are written as rendered. */
const isFormatted = (file: string): boolean =>
  ['.js', '.json', '.md', '.yaml', '.yml'].includes(extname(file));

/** A file with its sections rendered anew, formatted if oxfmt knows its language. */
export const renderFile = async (file: string): Promise<string> => {
  const path = join(root, file);
  const whole = wholeFiles[file];
  const rendered = whole
    ? whole()
    : sections
        .filter((section) => section.file === file)
        .reduce(replaceSection, readFileSync(path, 'utf8'));
  if (!isFormatted(file)) return rendered;
  const { code, errors } = await format(path, rendered, options);
  if (errors.length > 0) throw new Error(`${file}: ${errors.map(({ message }) => message).join()}`);
  return code;
};

import { createHash } from 'node:crypto';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const sources = fileURLToPath(new URL('../src/', import.meta.url));

/**
 * Names of the classes of CSS modules: a digest of the file, and the position of the class in it. Shorter than Vite's,
 * which contain the name in the source, and like these the same in every build.
 */
export const shortClassNames = (): ((name: string, file: string) => string) => {
  const files = new Map<string, { prefix: string; names: string[] }>();
  return (name, file) => {
    const known = files.get(file) ?? { prefix: prefixOf(file), names: [] };
    files.set(file, known);
    if (!known.names.includes(name)) known.names.push(name);
    return `${known.prefix}${known.names.indexOf(name).toString(36)}`;
  };
};

/** Five characters, so that no other prefix and position make the same name. */
const prefixOf = (file: string): string => {
  const digest = createHash('sha256').update(relative(sources, file)).digest('hex');
  return `_${BigInt(`0x${digest}`).toString(36).slice(0, 5)}`;
};

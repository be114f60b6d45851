/** Under which paths an archive has the chosen files. */

import { isDeviceName, replaceUnstorable } from '@tandem/proto/browser/files/windows-names';

/** Control characters, and the separator of paths on Windows. */
// oxlint-disable-next-line no-control-regex -- replacing them is the point
const unnamable = /[\u0000-\u001f\\]/g;

/** Dots and spaces at the end of a name, which Windows drops. */
const dropped = /[. ]+$/;

/** The path with names that every system stores: without an error, unpackers on Windows leave out other files. */
export const storablePath = (path: string): string => {
  const names = path.split('/').map((name) => {
    const stored = replaceUnstorable(name.replace(unnamable, '_'), '_').replace(dropped, (end) =>
      '_'.repeat(end.length),
    );
    return isDeviceName(stored) ? `_${stored}` : stored;
  });
  return names.join('/');
};

/** Equal for paths that are one file on some system. Lone surrogates, which UTF-8 does not have, are equal too. */
const asOneFile = (path: string): string =>
  path
    .replace(/\p{Cs}/gu, '\ufffd')
    .normalize('NFC')
    .toLowerCase();

/** 'a' and 'a/b' of 'a/b/c.txt'. */
const foldersOf = (path: string): string[] => {
  const names = path.split('/').slice(0, -1);
  return names.map((_, index) => names.slice(0, index + 1).join('/'));
};

/**
 * The second of two equal paths becomes 'name (2).pdf'.
 *
 * @param taken the keys of paths that no file may have
 */
const distinct = (
  paths: readonly string[],
  keyOf: (path: string) => string,
  taken = new Set<string>(),
): string[] =>
  paths.map((path) => {
    const dot = path.lastIndexOf('.');
    const stemEnd = dot > path.lastIndexOf('/') + 1 ? dot : path.length;
    let unique = path;
    for (let n = 2; taken.has(keyOf(unique)); n++)
      unique = `${path.slice(0, stemEnd)} (${n})${path.slice(stemEnd)}`;
    taken.add(keyOf(unique));
    return unique;
  });

/** One path for each, in the same order: every system stores all of them beside each other. */
export const archivePaths = (paths: readonly string[]): string[] => {
  const stored = paths.map(storablePath);
  return distinct(stored, asOneFile, new Set(stored.flatMap(foldersOf).map(asOneFile)));
};

/** As versions before 27 November 2026 named them. */
export const archivePathsBefore = (paths: readonly string[]): string[] =>
  distinct(paths, (path) => path.toLowerCase());

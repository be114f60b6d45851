/**
 * A share is one file: a single file as it is, several files or a folder as an archive. Several files can also become a
 * share each.
 */

import { inheritFirstSample } from '../../transfer/chosen-files.js';
import { loadCode } from '../code-not-loaded.js';
import { notLoadedText } from '../texts/failure-texts.js';
import type { BundleWatch } from './bundle.js';
import { storedName } from './matches-share.js';
import { SelectionError, type FoundFile, type Selection } from './selection.js';
import { texts } from './texts.js';

/** The file to share and, where the browser gives them, the handles that outlive a reload. */
export interface ChosenFile {
  file: File;
  handles: readonly FileSystemHandle[];
  /** True for a folder, which needs another picker to choose it again. */
  isFolder: boolean;
  /** True for a folder together with files or other folders, which only a drop can choose. */
  isMixed?: boolean;
  /** Of an archive: number of files whose names in it differ, because Windows does not store theirs. */
  renamed?: number;
  /** Of an archive: whether its files are those that it was made of. */
  isUnchanged?: () => Promise<boolean>;
}

const stemOf = (name: string): string => name.replace(/(?<=.)\.[^.]*$/, '');

/** Maximum length of a share's file name, in UTF-16 code units. */
const maxNameLength = 255;

/** Whole characters only. */
const cut = (text: string, length: number): string => {
  let kept = '';
  for (const character of text) {
    if (kept.length + character.length > length) break;
    kept += character;
  }
  return kept;
};

/** The names of the files and folders that were chosen. */
const topsOf = (files: readonly FoundFile[]): string[] =>
  [...new Set(files.map(({ path }) => path.split('/')[0] ?? path))].sort();

/** 'Reports.zip' for a folder, 'may and 2 more.zip' for several files. */
export const bundleName = (files: readonly FoundFile[]): string => {
  const tops = topsOf(files);
  const [first = ''] = tops;
  const isFolder = files.some(({ path }) => path.startsWith(`${first}/`));
  const stem = isFolder ? first : stemOf(first);
  const nameFor = (start: string): string =>
    `${tops.length === 1 ? start : texts.andMore(start, tops.length - 1)}.zip`;
  return nameFor(cut(stem, maxNameLength - nameFor('').length));
};

const isInFolder = ({ path }: FoundFile): boolean => path.includes('/');

/** True when the selection becomes an archive, which reads every file. */
export const isBundle = ({ files }: Selection): boolean =>
  files.length > 1 || files.some(isInFolder);

export const totalBytes = ({ files }: Selection): number =>
  files.reduce((sum, { file }) => sum + file.size, 0);

/** Most shares are single files and do not need this module. */
export const loadBundle = () => loadCode(() => import('./bundle.js'));

/** @throws SelectionError `empty` or `unreadable`, CodeNotLoaded, and the signal's reason; see `bundle`. */
export const asOneFile = async (selection: Selection, watch: BundleWatch): Promise<ChosenFile> => {
  const { files, handles } = selection;
  const [only] = files;
  if (only === undefined) throw new SelectionError('empty', handles[0]?.name ?? '');
  if (!isBundle(selection)) return { file: only.file, handles, isFolder: false };
  const { bundle, countRenamed, isUnchanged } = await loadBundle();
  const file = await bundle(files, bundleName(files), watch);
  const isFolder = files.some(isInFolder);
  const isMixed = isFolder && topsOf(files).length > 1;
  const renamed = countRenamed(file);
  return { file, handles, isFolder, isMixed, renamed, isUnchanged: () => isUnchanged(file) };
};

/** With more files, an archive is more useful than a list of links. */
const maxSeparateFiles = 20;

/** Several files without a folder, and not too many. */
export const canShareEach = ({ files }: Selection): boolean =>
  files.length > 1 && files.length <= maxSeparateFiles && !files.some(isInFolder);

/** One by one, each with its own handle where the browser gives one for every file. */
export const asSeparateFiles = ({ files, handles }: Selection): readonly ChosenFile[] =>
  files.map(({ file }, index) => {
    const handle = handles.length === files.length ? handles[index] : undefined;
    return { file, handles: handle === undefined ? [] : [handle], isFolder: false };
  });

/** The file under the name of its share: recipients refuse another one. Nothing is copied. */
export const underName = (file: File, filename: string): File => {
  if (storedName(file.name) === storedName(filename)) return file;
  const { type, lastModified } = file;
  const renamed = new File([file], filename, { type, lastModified });
  inheritFirstSample(file, renamed);
  return renamed;
};

/** The message of a SelectionError, or of an error that `notLoadedText` covers; null for any other. */
export const faultText = (error: unknown): string | null =>
  error instanceof SelectionError ? texts.faults[error.fault](error.item) : notLoadedText(error);

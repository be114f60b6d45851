/** A share is one file: what somebody pointed at as it is when it is one, and as an archive when it is more. */
import type { BundleWatch } from './bundle.js';
import { SelectionError, type FoundFile, type Selection } from './selection.js';
import { texts } from './texts.js';

/** The file to share and, where the browser gives them, the handles that outlive a reload. */
export interface ChosenFile {
  file: File;
  handles: readonly FileSystemHandle[];
  /** Whether a folder was chosen: to choose it again, another dialog is needed. */
  isFolder: boolean;
}

const stemOf = (name: string): string => name.replace(/(?<=.)\.[^.]*$/, '');

/** 'Reports.zip' for a folder, 'may and 2 more.zip' for a handful of files. */
export const bundleName = (files: readonly FoundFile[]): string => {
  const tops = [...new Set(files.map(({ path }) => path.split('/')[0] ?? path))].sort();
  const [first = ''] = tops;
  const isFolder = files.some(({ path }) => path.startsWith(`${first}/`));
  const stem = isFolder ? first : stemOf(first);
  return `${tops.length === 1 ? stem : texts.andMore(stem, tops.length - 1)}.zip`;
};

const isInFolder = ({ path }: FoundFile): boolean => path.includes('/');

/** True when making one file of it takes a reading of everything. */
export const isBundle = ({ files }: Selection): boolean =>
  files.length > 1 || files.some(isInFolder);

export const totalBytes = ({ files }: Selection): number =>
  files.reduce((sum, { file }) => sum + file.size, 0);

/** @throws SelectionError `empty` or `unreadable`, and the signal's reason; see `bundle`. */
export const asOneFile = async (selection: Selection, watch: BundleWatch): Promise<ChosenFile> => {
  const { files, handles } = selection;
  const [only] = files;
  if (only === undefined) throw new SelectionError('empty', handles[0]?.name ?? '');
  if (!isBundle(selection)) return { file: only.file, handles, isFolder: false };
  // Most people share one file, and need none of this.
  const { bundle } = await import('./bundle.js');
  const file = await bundle(files, bundleName(files), watch);
  return { file, handles, isFolder: files.some(isInFolder) };
};

/** For whoever shows no progress. */
export const unwatched = (signal: AbortSignal): BundleWatch => ({
  onProgress: () => undefined,
  signal,
});

/** What to tell the person; null for what is no fault of theirs or of their files. */
export const faultText = (error: unknown): string | null =>
  error instanceof SelectionError ? texts.faults[error.fault](error.item) : null;

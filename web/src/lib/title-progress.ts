import { useEffect } from 'react';

/** Percent of a transfer under way, 0–100; null when there is none. */
export type TitleProgress = number | 'done' | null;

const mark = /^(?:\d+%|✓) · /;

const prefixOf = (progress: TitleProgress): string => {
  if (progress === null) return '';
  return progress === 'done' ? '✓ · ' : `${Math.floor(progress)}% · `;
};

const setPrefix = (prefix: string): void => {
  const title = prefix + document.title.replace(mark, '');
  if (title !== document.title) document.title = title;
};

/** How far a transfer is, in front of the tab's name: for whoever looks at another tab meanwhile. */
export const useTitleProgress = (progress: TitleProgress): void => {
  const prefix = prefixOf(progress);
  useEffect(() => setPrefix(prefix), [prefix]);
  useEffect(() => () => setPrefix(''), []);
};

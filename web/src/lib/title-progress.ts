import { useEffect } from 'react';

/** Percent of a transfer under way, 0–100; null when there is none. */
export type TitleProgress = number | 'done' | null;

const mark = /^(?:\d+%|✓) · /;
let prefix = '';

/** Names the tab; how far a transfer is stays in front of it. */
export const nameTab = (title: string): void => {
  document.title = prefix + title;
};

const setPrefix = (next: string): void => {
  prefix = next;
  nameTab(document.title.replace(mark, ''));
};

const prefixOf = (progress: TitleProgress): string => {
  if (progress === null) return '';
  return progress === 'done' ? '✓ · ' : `${Math.floor(progress)}% · `;
};

/** How far a transfer is, in front of the tab's name: for whoever looks at another tab meanwhile. */
export const useTitleProgress = (progress: TitleProgress): void => {
  const wanted = prefixOf(progress);
  useEffect(() => setPrefix(wanted), [wanted]);
  useEffect(() => () => setPrefix(''), []);
};

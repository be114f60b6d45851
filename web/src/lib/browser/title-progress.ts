import { useEffect } from 'react';

/** Percent of a transfer under way, 0–100; null when there is none. */
export type TitleProgress = number | 'done' | null;

/**
 * Naming a tab costs the browser tens of milliseconds: with every percent, on both sides, a transfer on one computer
 * took a quarter more of its processors. So in steps, and only while somebody looks at another tab.
 */
const stepPercent = 5;

const mark = /^(?:\d+%|✓) · /;
let wanted = '';
let shown = '';

/** Names the tab; how far a transfer is stays in front of it. */
export const nameTab = (title: string): void => {
  document.title = shown + title;
};

const show = (): void => {
  const next = document.visibilityState === 'hidden' ? wanted : '';
  if (next === shown) return;
  shown = next;
  nameTab(document.title.replace(mark, ''));
};

const want = (prefix: string): void => {
  wanted = prefix;
  show();
};

const prefixOf = (progress: TitleProgress): string => {
  if (progress === null) return '';
  if (progress === 'done') return '✓ · ';
  return `${Math.floor(progress / stepPercent) * stepPercent}% · `;
};

/** How far a transfer is, in front of the tab's name: for whoever looks at another tab meanwhile. */
export const useTitleProgress = (progress: TitleProgress): void => {
  const prefix = prefixOf(progress);
  useEffect(() => want(prefix), [prefix]);
  useEffect(() => {
    document.addEventListener('visibilitychange', show);
    return () => {
      document.removeEventListener('visibilitychange', show);
      want('');
    };
  }, []);
};

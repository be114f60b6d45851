import { useEffect } from 'react';

/** Percent of the current transfer, 0–100; `question` while the user has to decide; null without a transfer. */
export type TitleProgress = number | 'done' | 'question' | null;

/**
 * Setting a tab's title costs the browser tens of milliseconds: at every percent, on both sides, it added a quarter to
 * the CPU time of a transfer on one machine. So it changes in steps, and only while the tab is hidden.
 */
const stepPercent = 5;

const questionMark = '❓ · ';
const mark = /^(?:\d+%|✓|❓) · /;
let wanted = '';
let shown = '';

/** Sets the tab's title; keeps the progress in front of it. */
export const nameTab = (title: string): void => {
  document.title = shown + title;
};

/** The tab's title without the progress. */
export const tabName = (): string => document.title.replace(mark, '');

const show = (): void => {
  const isShown = document.visibilityState === 'hidden' || wanted === questionMark;
  const next = isShown ? wanted : '';
  if (next === shown) return;
  shown = next;
  nameTab(tabName());
};

const want = (prefix: string): void => {
  wanted = prefix;
  show();
};

const prefixOf = (progress: TitleProgress): string => {
  if (progress === null) return '';
  if (progress === 'done') return '✓ · ';
  if (progress === 'question') return questionMark;
  return `${Math.floor(progress / stepPercent) * stepPercent}% · `;
};

/** Shows a transfer's progress in the title while the tab is hidden, a question always. */
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

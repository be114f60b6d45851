import { useEffect } from 'react';

interface Answer {
  /** On this page. */
  rows: number;
  /** On all pages. */
  total: number;
  pageSize: number;
}

/**
 * Goes to the last page when the page shown no longer has rows.
 *
 * @param answer null until the one for this page has arrived
 */
export const useLastPage = (
  page: number,
  answer: Answer | null,
  onPage: (page: number) => void,
): void => {
  const last = answer?.rows === 0 ? Math.max(1, Math.ceil(answer.total / answer.pageSize)) : page;
  useEffect(() => {
    if (last < page) onPage(last);
  });
};

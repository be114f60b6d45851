import { useEffect } from 'react';

interface Answer {
  /** On this page. */
  rows: number;
  /** On all pages. */
  total: number;
  pageSize: number;
}

/** Goes to the last page when the rows of the shown one are gone. @param answer null until it is of this page */
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

import { useCallback, useState } from 'react';

/** Rows rendered at first and added with every step. */
const visibleStep = 40;

/** How many of `total` rows to render; grows when the end of the list comes into view. */
export const useVisibleCount = (total: number) => {
  const [wanted, setWanted] = useState(visibleStep);
  const showMore = useCallback(() => setWanted((count) => count + visibleStep), []);
  /** Ref of an element after the last row. */
  const sentinel = useCallback(
    (element: HTMLElement | null) => {
      if (element === null) return undefined;
      const observer = new IntersectionObserver(
        (entries) => {
          if (entries.some((entry) => entry.isIntersecting)) showMore();
        },
        { rootMargin: '600px' },
      );
      observer.observe(element);
      return () => observer.disconnect();
    },
    // oxlint-disable-next-line react/exhaustive-deps -- recreated after each step: an element that stays in view does not fire again
    [showMore, wanted],
  );
  return { count: Math.min(total, wanted), sentinel, showMore };
};

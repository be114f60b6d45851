import { useCallback, useState } from 'react';

/** Rows that are rendered at first, and that come with every step. */
export const visibleStep = 40;

/** How many of `total` rows to render: more each time the end of the list comes near. */
export const useVisibleCount = (total: number) => {
  const [wanted, setWanted] = useState(visibleStep);
  const showMore = useCallback(() => setWanted((count) => count + visibleStep), []);
  /** A ref for an element after the last row. */
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
    // eslint-disable-next-line react-hooks/exhaustive-deps -- one that stays in view would not fire again
    [showMore, wanted],
  );
  return { count: Math.min(total, wanted), sentinel, showMore };
};

import { useEffect } from 'react';
import { useBrand } from './brand.js';

/** Names the tab: `Settings – Tandem`. */
export const useTitle = (title: string): void => {
  const { name } = useBrand();
  useEffect(() => {
    document.title = title === '' ? name : `${title} – ${name}`;
  }, [title, name]);
};

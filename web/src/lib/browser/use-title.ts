import { useEffect } from 'react';
import { useBrand } from '../texts/brand.js';
import { nameTab } from './title-progress.js';

/** Names the tab: `Settings – Tandem`. */
export const useTitle = (title: string): void => {
  const { name } = useBrand();
  useEffect(() => {
    nameTab(title === '' ? name : `${title} – ${name}`);
  }, [title, name]);
};

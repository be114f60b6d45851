import { useEffect } from 'react';
import { useBrand } from '../texts/brand.js';
import { nameTab } from './title-progress.js';

/** Sets the tab's title: `Settings – Tandem`. */
export const useTitle = (title: string): void => {
  const { name } = useBrand();
  useEffect(() => {
    nameTab(title === '' ? name : `${title} – ${name}`);
  }, [title, name]);
};

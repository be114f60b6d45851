import { nameTab, tabName } from '../browser/title-progress.js';

const sign = '● ';

/** Marks the title of a hidden tab until it is shown. */
export const markTab = (): void => {
  if (document.visibilityState === 'visible') return;
  nameTab(sign + tabName());
  const clear = (): void => {
    if (document.visibilityState !== 'visible') return;
    document.removeEventListener('visibilitychange', clear);
    const name = tabName();
    if (name.startsWith(sign)) nameTab(name.slice(sign.length));
  };
  document.addEventListener('visibilitychange', clear);
};

import { currentLanguage } from '../language/language.js';

/** English times have 24 hours, as in `formats`, and Arabic ones Latin digits. */
const locales: Readonly<Record<string, string>> = { en: 'en-GB', ar: 'ar-u-nu-latn' };

/** Hours and minutes, e.g. `14:03`. @param ms by this device's clock */
export const formatTimeOfDay = (ms: number): string => {
  const language = currentLanguage();
  return new Date(ms).toLocaleTimeString(locales[language] ?? language, {
    hour: '2-digit',
    minute: '2-digit',
  });
};

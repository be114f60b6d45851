/** The translations. Loaded only when the language is not English. */

import type { Language } from '../lib/language/language.js';
import type { Translation } from '../lib/texts/catalogue.js';
import type { AppCatalogues, Catalogues, RecipientCatalogues } from './catalogues.js';

interface Parts {
  /** What the page of a recipient needs. */
  recipient: () => Promise<{ default: RecipientCatalogues }>;
  app: () => Promise<{ default: AppCatalogues }>;
}

const translated: Record<Exclude<Language, 'en'>, Parts> = {
  de: { recipient: () => import('./de/recipient.js'), app: () => import('./de/app.js') },
  es: { recipient: () => import('./es/recipient.js'), app: () => import('./es/app.js') },
  fr: { recipient: () => import('./fr/recipient.js'), app: () => import('./fr/app.js') },
  'pt-BR': {
    recipient: () => import('./pt-BR/recipient.js'),
    app: () => import('./pt-BR/app.js'),
  },
  ja: { recipient: () => import('./ja/recipient.js'), app: () => import('./ja/app.js') },
  ar: { recipient: () => import('./ar/recipient.js'), app: () => import('./ar/app.js') },
};

/** Loads the texts of the recipient's page; those of the app follow with `loadRest`. Null for English. */
export const openLanguage = async (language: Language): Promise<Translation | null> => {
  if (language === 'en') return null;
  const { recipient, app } = translated[language];
  let catalogues: Partial<Catalogues> = (await recipient()).default;
  const loadRest = async (): Promise<void> => {
    catalogues = { ...catalogues, ...(await app()).default };
  };
  return {
    translate: (name, english) =>
      // The type of each catalogue is checked where the language defines it.
      ((catalogues as Record<string, unknown>)[name] as typeof english | undefined) ?? english,
    loadRest,
  };
};

/**
 * Every text of a feature sits in its `texts.ts` as one object per language. A language is added by
 * adding an object of the same shape under its code; nothing else changes.
 */
export interface Languages<Texts> {
  en: Texts;
  [language: string]: Texts;
}

const preferredLanguages = (): readonly string[] =>
  typeof navigator === 'undefined' ? [] : navigator.languages;

/** The texts of the first preferred language that the catalogue has, else English. */
export const chooseTexts = <Texts>(
  languages: Languages<Texts>,
  preferred: readonly string[] = preferredLanguages(),
): Texts => {
  for (const tag of preferred) {
    const texts = languages[tag] ?? languages[tag.split('-')[0] ?? ''];
    if (texts !== undefined) return texts;
  }
  return languages.en;
};

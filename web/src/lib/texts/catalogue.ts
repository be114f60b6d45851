/** The texts of a language other than English. */
export interface Translation {
  /** The catalogue of this name in the chosen language; the English one where it has none. */
  translate: <Texts>(name: string, english: Texts) => Texts;
  /** Loads the catalogues that the recipient's page does not need. */
  loadRest: () => Promise<unknown>;
}

let translation: Translation | null = null;

/** Applies to catalogues that are defined later: call it before their modules are imported. Null is English. */
export const setTranslation = (next: Translation | null): void => {
  translation = next;
};

/**
 * Every text of a feature is in its `texts.ts` as one English object, whose shape the translations in languages/ must
 * have. `name` is the key of the catalogue there.
 */
export const defineTexts = <Texts>(name: string, { en }: { en: Texts }): Texts =>
  translation?.translate(name, en) ?? en;

/** Imports a module of the app, whose catalogues the recipient's page does not load, after its texts. */
export const withAllTexts = async <Module>(load: () => Promise<Module>): Promise<Module> => {
  await translation?.loadRest();
  return load();
};

/** The languages of the app, in the order of the menu, each by its own name. */
export const languageNames = {
  en: 'English',
  de: 'Deutsch',
  es: 'Español',
  fr: 'Français',
  'pt-BR': 'Português (Brasil)',
  ja: '日本語',
  ar: 'العربية',
};

export type Language = keyof typeof languageNames;

export const languages = Object.keys(languageNames) as Language[];

const withoutRegion = (tag: string): string => tag.split('-')[0] ?? '';

/** The language for a BCP 47 tag such as `de-AT`; Portuguese is Brazilian in every region. */
export const languageOf = (tag: string): Language | undefined =>
  languages.find((language) => withoutRegion(language) === withoutRegion(tag));

/** The first preferred language that the app has, else English. */
export const preferredLanguage = (tags: readonly string[]): Language =>
  tags.map(languageOf).find((language) => language !== undefined) ?? 'en';

export const directionOf = (language: string): 'ltr' | 'rtl' =>
  withoutRegion(language) === 'ar' ? 'rtl' : 'ltr';

let current: Language = 'en';

/** The language whose texts are loaded. */
export const currentLanguage = (): Language => current;

/** Call it before modules that define texts are imported. */
export const setCurrentLanguage = (language: Language): void => {
  current = language;
};

/** A cookie rather than local storage, so that servers can choose prerendered pages by it later. */
export const rememberLanguage = (language: Language): void => {
  document.cookie = `language=${language}; path=/; max-age=31536000; samesite=lax`;
};

/**
 * `?lang=` of a link from a prerendered page, which has no script to remember the choice. The identity provider adds one to
 * the links of its e-mails, which nobody has chosen.
 */
const takeFromAddress = (): Language | undefined => {
  const url = new URL(window.location.href);
  const language = languageOf(url.searchParams.get('lang') ?? '');
  if (language === undefined || url.searchParams.has('oobCode')) return undefined;
  rememberLanguage(language);
  url.searchParams.delete('lang');
  window.history.replaceState(window.history.state, '', url);
  return language;
};

/** The language of the address, of the last choice in this browser, or of the browser's preferences. */
export const chooseLanguage = (): Language =>
  takeFromAddress() ??
  languageOf(/(?:^|; )language=([\w-]+)/.exec(document.cookie)?.[1] ?? '') ??
  preferredLanguage(navigator.languages);

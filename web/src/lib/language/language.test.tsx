import { chooseLanguage, directionOf, preferredLanguage, rememberLanguage } from './language.js';

const forgetChoice = (): void => {
  document.cookie = 'language=; path=/; max-age=0';
};

beforeEach(() => {
  forgetChoice();
  window.history.replaceState(null, '', '/');
});
afterAll(forgetChoice);

describe('the language', () => {
  it.each([
    [['de-AT', 'en'], 'de'],
    [['de'], 'de'],
    [['nl', 'de-CH'], 'de'],
    [['en-GB', 'de'], 'en'],
    [['nl'], 'en'],
    [[], 'en'],
  ])('of a browser that prefers %j is %s', (tags, language) => {
    expect(preferredLanguage(tags)).toBe(language);
  });

  it.each([
    ['de', 'ltr'],
    ['ar', 'rtl'],
  ])('%s runs %s', (language, direction) => {
    expect(directionOf(language)).toBe(direction);
  });

  it('is the one chosen last in this browser', () => {
    document.cookie = 'signed-in=1; path=/';
    rememberLanguage('de');
    expect(chooseLanguage()).toBe('de');
    forgetChoice();
    expect(chooseLanguage()).toBe('en');
  });

  it('of the address is remembered and leaves the address', () => {
    window.history.replaceState(null, '', '/login?tab=signup&lang=de#form');
    expect(chooseLanguage()).toBe('de');
    expect(window.location.href).toMatch(/\/login\?tab=signup#form$/);
    expect(chooseLanguage()).toBe('de');
  });

  // https://firebase.google.com/docs/auth/custom-email-handler
  it('of a link in an e-mail is the provider’s, not chosen by anybody', () => {
    rememberLanguage('de');
    window.history.replaceState(null, '', '/login?mode=resetPassword&oobCode=c&lang=en');
    expect(chooseLanguage()).toBe('de');
    expect(document.cookie).toContain('language=de');
  });

  it('of the address is ignored if there is no such language', () => {
    window.history.replaceState(null, '', '/login?lang=xx');
    expect(chooseLanguage()).toBe('en');
  });
});

/** Passwords of shares that their owners choose. */

/** Lists of leaked passwords, which a patient attacker has time to try, contain hardly any of this length or more. */
export const minOwnPasswordLength = 12;
export const maxOwnPasswordLength = 64;

/** A password with fewer different characters is a pattern, such as `abcabcabcabc`. */
const minDifferent = 6;
/** Minimum length of a password that consists of digits only. */
const minDigits = 16;

/**
 * Case folded, without spaces, dashes and invisible characters, because phones capitalise and users group characters;
 * in one Unicode form, because keyboards compose accents differently
 * (https://www.unicode.org/reports/tr44/#NFKC_Casefold). Page and server compare this form.
 */
export const normalisePassword = (typed: string): string =>
  typed
    .normalize('NFKC')
    .replaceAll(/[\s\p{Dash}\p{Default_Ignorable_Code_Point}]/gu, '')
    // Lower case alone keeps ß apart from SS.
    .toUpperCase()
    .toLowerCase()
    .replaceAll('ς', 'σ')
    // Lower case of the Turkish İ.
    .replaceAll('i\u0307', 'i')
    .normalize('NFKC');

export type PasswordFault = 'too-short' | 'too-long' | 'too-simple' | 'like-file-name';

/** `abcdefgh` and `87654321`: each character follows the one before. */
const isSequence = (text: string): boolean => {
  const codes = Array.from(text, (character) => character.codePointAt(0) ?? 0);
  const steps = new Set(codes.slice(1).map((code, index) => code - (codes[index] ?? 0)));
  return steps.size === 1 && [1, -1].some((step) => steps.has(step));
};

/** Null for a password that takes an attacker more guesses than the server admits. */
export const passwordFault = (typed: string, filename: string): PasswordFault | null => {
  const password = normalisePassword(typed);
  if (typed.length > maxOwnPasswordLength) return 'too-long';
  // The normal form of one character may have eighteen.
  if (Math.min(typed.length, password.length) < minOwnPasswordLength) return 'too-short';
  if (new Set(password).size < minDifferent || isSequence(password)) return 'too-simple';
  if (/^\d+$/.test(password) && password.length < minDigits) return 'too-simple';
  const name = normalisePassword(filename);
  return name.includes(password) ? 'like-file-name' : null;
};

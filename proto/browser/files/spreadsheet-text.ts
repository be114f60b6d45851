/**
 * Matches what spreadsheets treat as a formula, also after blanks and line breaks and in full-width forms
 * (https://owasp.org/www-community/attacks/CSV_Injection).
 */
const formula = /^[\t\r\n]|^\s*[=+\-@\uff1d\uff0b\uff0d\uff20]/;

/** The content of a cell in a CSV file: a leading apostrophe makes a formula text. */
export const spreadsheetText = (text: string): string => (formula.test(text) ? `'${text}` : text);

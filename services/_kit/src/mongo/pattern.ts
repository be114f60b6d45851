/** A regular expression's source that matches exactly `text`. BSON ends the source at a null character. */
export const escapePattern = (text: string): string =>
  text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`).replaceAll('\0', String.raw`\x00`);

/**
 * The same for a text that contains `part` in either normal form: a Mac decomposes the letters with accents in the
 * names of files.
 */
export const containingPattern = (part: string): string =>
  [...new Set([part.normalize('NFC'), part.normalize('NFD')])].map(escapePattern).join('|');

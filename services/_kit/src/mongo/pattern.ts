/** A regular expression's source that matches exactly `text`. BSON ends the source at a null character. */
export const escapePattern = (text: string): string =>
  text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`).replaceAll('\0', String.raw`\x00`);

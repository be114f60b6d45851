/**
 * What Windows stores as a file name, and where it differs from other systems:
 * https://learn.microsoft.com/windows/win32/fileio/naming-a-file
 */

/** Printable characters, beside the separators of paths. Browsers replace them when they save. */
const unstorable = /[<>:"|?*]/g;

export const replaceUnstorable = (name: string, replacement: string): string =>
  name.replace(unstorable, replacement);

/** The name of a device, with any extension: `aux`, `NUL.txt`, `COM¹ .txt`. */
export const isDeviceName = (name: string): boolean =>
  /^(con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³]) *(\.|$)/i.test(name);

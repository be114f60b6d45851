/**
 * Control characters and bidirectional formatting (https://www.unicode.org/reports/tr9/#Bidirectional_Character_Types),
 * which can disguise a name or its extension (U+202E: "exe.jpg"). Zero-width joiners stay: emoji, Persian and Indic
 * names need them.
 */
// oxlint-disable-next-line no-control-regex -- removing them is the point
const deceptive = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

export const replaceDeceptive = (text: string, replacement: string): string =>
  text.replaceAll(deceptive, replacement);

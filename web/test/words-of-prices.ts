/** Words of a page that sells plans. `Free` alone is not among them: files need free space, and Free is a name. */
const patterns = [
  /\$\s?\d[\d.]*/g,
  /\bpric(?:e|es|ing)\b/gi,
  /\bpro(?:\s?forever)?\b(?! ?[-–])/gi,
  /\bfree plan\b|\bfree account\b|\bget started free\b|\b(?:is|it’s|try it) free\b/gi,
  /\bsubscri(?:be|ption|ptions)\b/gi,
  /\bupgrad(?:e|es|ing)\b/gi,
  /\b(?:payment|payments|pay|paid|refund|refunded|invoices|credit card|stripe)\b/gi,
];

/** What a visitor reads: title, description and text, without addresses, styles and scripts. */
const readable = (html: string): string =>
  html
    .replace(/<(script|style)(?! type="application\/ld\+json")[^]*?<\/\1>/g, ' ')
    .replace(/<!--[^]*?-->/g, ' ')
    .replace(/<meta [^>]*content="([^"]*)"[^>]*>/g, ' $1 ')
    .replace(/<[^>]*>/g, ' ');

/** The words of prices and plans for sale in a page or a text. */
export const wordsOfPrices = (html: string): string[] =>
  patterns.flatMap((pattern) => readable(html).match(pattern) ?? []);

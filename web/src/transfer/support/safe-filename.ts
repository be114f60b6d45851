const MAX_NAME_BYTES = 200;
const FALLBACK = 'download';
/** Names Windows refuses whatever the extension. */
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;
/** Control characters, the ones no file system shares, and those that reverse or hide text. */
const FORBIDDEN =
  // eslint-disable-next-line no-control-regex -- control characters are the point
  /[\u0000-\u001f\u007f-\u009f<>:"|?*\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;

/** Cut at a character boundary so that the UTF-8 form fits; the extension survives. */
function shorten(name: string): string {
  const encoder = new TextEncoder();
  if (encoder.encode(name).length <= MAX_NAME_BYTES) return name;
  const dot = name.lastIndexOf('.');
  const extension = dot > 0 && name.length - dot <= 16 ? name.slice(dot) : '';
  const budget = MAX_NAME_BYTES - encoder.encode(extension).length;
  let stem = '';
  let used = 0;
  for (const character of name.slice(0, name.length - extension.length)) {
    used += encoder.encode(character).length;
    if (used > budget) break;
    stem += character;
  }
  return stem + extension;
}

/**
 * A name from the other side, made safe to offer to any file system: no path, no control or
 * direction-changing characters, no reserved device name, at most 200 bytes, never empty.
 * Spaces, quotes of the harmless kind and emoji stay.
 */
export function safeFilename(name: string): string {
  // Decoding what was encoded replaces half characters, which file systems refuse.
  const base = new TextDecoder().decode(new TextEncoder().encode(name));
  const last =
    base
      .normalize('NFC')
      .split(/[/\\]/)
      .findLast((part) => part.trim() !== '') ?? '';
  const cleaned = last
    .replace(FORBIDDEN, '')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+|[. ]+$/g, '');
  if (cleaned === '') return FALLBACK;
  return shorten(RESERVED.test(cleaned) ? `_${cleaned}` : cleaned);
}

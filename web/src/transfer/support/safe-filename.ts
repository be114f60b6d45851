import { replaceDeceptive } from '@tandem/proto/browser/files/deceptive-characters';
import { isDeviceName, replaceUnstorable } from '@tandem/proto/browser/files/windows-names';

/**
 * ext4, APFS and NTFS all store 255. Browsers write under a longer name first: Chromium under `.crswap`
 * (`StartCreateSwapFile` in its file_system_access_file_handle_impl.cc) or `.crdownload`, Firefox under `.part`. A
 * second one gets ` (1)`.
 */
const maxNameBytes = 240;
const fallbackName = 'download';
/** One extension, or two: `.gz`, `.tar.gz`. */
const extensionPattern = /^.+?((?:\.[\p{L}\p{N}_-]{1,10}){1,2})$/su;

/** Spaces around the name, and dots at its end, which Windows drops. */
const trim = (name: string): string => name.replace(/^ +|[. ]+$/g, '');

const byteLength = (text: string): number => new TextEncoder().encode(text).length;

/** Cuts between characters so that the UTF-8 form fits; the extensions stay. */
const shorten = (name: string): string => {
  if (byteLength(name) <= maxNameBytes) return name;
  const extensions = extensionPattern.exec(name)?.[1] ?? '';
  const budget = maxNameBytes - byteLength(extensions);
  let stem = '';
  let used = 0;
  for (const character of name.slice(0, name.length - extensions.length)) {
    used += byteLength(character);
    if (used > budget) break;
    stem += character;
  }
  // A joiner without its second half is invisible.
  return trim(stem.replace(/\u200d+$/, '') + extensions);
};

/**
 * The last component of a peer's file name, safe to offer to any file system: no path, control or bidirectional
 * characters, no reserved device name, at most 240 bytes, never empty. Everything else stays as it is.
 */
export const safeFilename = (name: string): string => {
  // Encoding replaces lone surrogates, which file systems refuse.
  const wellFormed = new TextDecoder().decode(new TextEncoder().encode(name));
  const last =
    wellFormed
      .split(/[/\\]/)
      .reverse()
      .find((part) => part.trim() !== '') ?? '';
  const cleaned = trim(replaceUnstorable(replaceDeceptive(last, ''), '').normalize('NFC'));
  if (cleaned === '') return fallbackName;
  return shorten(isDeviceName(cleaned) ? `_${cleaned}` : cleaned);
};

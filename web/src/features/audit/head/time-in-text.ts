import { formatDateTime } from '../../../lib/texts/format.js';

/** A time within a sentence. Each hyphen of its date has a word joiner, without which a line could end there. */
export const timeInText = (value: string): string =>
  formatDateTime(value).replaceAll('-', '-\u2060');

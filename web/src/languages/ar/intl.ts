import { intlFormats } from '../intl/formats.js';
import { counterOf, dollarsIn } from '../intl/plurals.js';

/** Latin digits, as in the texts themselves and in names of files. */
const locale = 'ar-u-nu-latn';

export const count = counterOf(locale);
const numbers = intlFormats(locale, {
  sizes: ['بايت', 'كيلوبايت', 'ميغابايت', 'غيغابايت', 'تيرابايت'],
  perSecond: '/ث',
});

/** Names of files and people, often in Latin script: a direction of their own within the sentence. */
export const isolate = (text: string): string => `\u2068${text}\u2069`;
/** Groups of digits, which a right-to-left line would show in reverse order. */
export const ltr = (digits: string): string => `\u2066${digits}\u2069`;

const formatDollars = dollarsIn(locale);
/** Left-to-right, as in `formats`: the currency sign would move to the other side of the figures. */
export const dollars = (amount: number): string => ltr(formatDollars(amount));
export const formats: typeof numbers = {
  ...numbers,
  formatUsd: (amount) => ltr(numbers.formatUsd(amount)),
};

// The names that end in `Of` follow a verb, a preposition or a noun: the dual ends in -ين instead of -ان.

export const daysOf = (n: number): string =>
  count(n, {
    zero: 'أقل من يوم',
    one: 'يوم واحد',
    two: 'يومين',
    few: '# أيام',
    many: '# يومًا',
    other: '# يوم',
  });

interface Range {
  min: number;
  max: number;
}
export const rangeOf = ({ min, max }: Range): string =>
  min === max ? daysOf(max) : `من ${min} إلى ${daysOf(max)}`;
/** After `صالح`. */
export const lasting = (range: Range): string =>
  range.min === range.max ? `لمدة ${rangeOf(range)}` : rangeOf(range);

export const weeksOf = (n: number): string =>
  count(n, {
    one: 'أسبوع واحد',
    two: 'أسبوعين',
    few: '# أسابيع',
    many: '# أسبوعًا',
    other: '# أسبوع',
  });

const shareForms = {
  one: 'مشاركة واحدة',
  few: '# مشاركات',
  many: '# مشاركة',
  other: '# مشاركة',
};
export const shares = (n: number): string =>
  count(n, { ...shareForms, zero: 'لا مشاركات', two: 'مشاركتان' });
export const sharesOf = (n: number): string => count(n, { ...shareForms, two: 'مشاركتين' });

const fileForms = { one: 'ملف واحد', few: '# ملفات', many: '# ملفًا', other: '# ملف' };
export const files = (n: number): string =>
  count(n, { ...fileForms, zero: 'لا ملفات', two: 'ملفان' });
export const filesOf = (n: number): string => count(n, { ...fileForms, two: 'ملفين' });

const downloadForms = {
  one: 'تنزيل واحد',
  few: '# تنزيلات',
  many: '# تنزيلًا',
  other: '# تنزيل',
};
export const downloads = (n: number): string =>
  count(n, { ...downloadForms, zero: 'لا تنزيلات', two: 'تنزيلان' });
export const downloadsOf = (n: number): string => count(n, { ...downloadForms, two: 'تنزيلين' });

/** The forms of a noun with its count, `#`, by plural category; `other` is in every language. */
export type Forms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };

/** `count(3, { one: '# Tag', other: '# Tage' })` → `3 Tage`. @param locale BCP 47 tag */
export const counterOf = (locale: string) => {
  const rules = new Intl.PluralRules(locale);
  const numbers = new Intl.NumberFormat(locale);
  return (count: number, forms: Forms): string =>
    (forms[rules.select(count)] ?? forms.other).replace('#', numbers.format(count));
};

/** `$5` in the form of the language, without the decimals of a whole number. @param locale BCP 47 tag */
export const dollarsIn = (locale: string) => {
  const format = (digits: number) =>
    new Intl.NumberFormat(locale, {
      style: 'currency',
      currency: 'USD',
      currencyDisplay: 'narrowSymbol',
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    });
  const [whole, exact] = [format(0), format(2)];
  return (usd: number): string => (Number.isInteger(usd) ? whole : exact).format(usd);
};

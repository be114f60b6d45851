const rules = new Intl.PluralRules('en');

/** `1 day`, `1,200 days`: a count with an English noun whose plural ends in s. */
export const plural = (count: number, noun: string): string =>
  `${count.toLocaleString('en-US')} ${rules.select(count) === 'one' ? noun : `${noun}s`}`;

import { texts } from './texts.js';

const answers = (canCancelForever: boolean): string =>
  texts
    .faq(canCancelForever)
    .map(({ question, answer }) => `${question} ${answer}`)
    .join('\n');

describe('what the Help Center says (specification, sections 1, 2, 6 and 9)', () => {
  it.each([
    'up to 5GB, and 2GB free',
    'Seven days on the Free plan',
    'With Pro you choose 1 to 30 days, with ProForever 1 to 365 days',
    'both of you have to be online until it has arrived',
    'never stored on a server',
    'Several wrong passwords in a row stop the link',
    'the transfer waits and goes on by itself',
    'the current period is not refunded',
    'refunded within 14 days',
  ])('says “%s” [1.23, 9.10, 9.11]', (sentence) => {
    expect(answers(true)).toContain(sentence);
  });
});

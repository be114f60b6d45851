import { standardPolicy } from '../../lib/http/policy.js';
import { texts } from './texts.js';

const answers = (canCancelForever: boolean): string =>
  texts
    .faq({ ...standardPolicy, canCancelProForever: canCancelForever }, true)
    .map(({ question, answer }) => `${question} ${answer}`)
    .join('\n');

describe('the texts of the Help Center', () => {
  it.each([
    ['up to 5GB, and 2GB free', '[1.23, 9.10, 9.11]'],
    ['7 days on the Free plan', ''],
    ['With Pro you choose 1 to 30 days, with ProForever 1 to 365 days', ''],
    ['both of you have to be online until it has arrived', ''],
    ['never stored on a server', ''],
    ['several from different networks within an hour can stop the link', ''],
    ['the transfer waits and resumes automatically', ''],
    ['the current period is not refunded', ''],
    ['refunded within 14 days', ''],
  ])('state “%s” %s', (sentence) => {
    expect(answers(true)).toContain(sentence);
  });
});

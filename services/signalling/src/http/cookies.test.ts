import { sessionCookieFrom } from './cookies.js';

describe('the session cookie', () => {
  it.each([
    ['http', '', ''],
    ['http', 'theme=dark', ''],
    ['http', 'theme=dark; session=abc', 'abc'],
    ['http', 'xsession=no; session=a=b', 'a=b'],
    ['http', 'session=first; session=second', 'first'],
    ['http', '__Host-session=abc', ''],
    ['https', 'session=weak; __Host-session=strong', 'strong'],
    ['https', '__Host-session=strong; session=weak', 'strong'],
    ['https', 'session=weak', ''],
  ])('over %s in "%s" is "%s"', (scheme, header, value) => {
    expect(sessionCookieFrom(header, scheme === 'https')).toBe(value);
  });
});

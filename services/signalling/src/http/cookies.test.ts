import { sessionCookieFrom } from './cookies.js';

describe('the session cookie', () => {
  it.each([
    ['', ''],
    ['theme=dark', ''],
    ['theme=dark; session=abc', 'abc'],
    ['session=weak; __Host-session=strong', 'strong'],
    ['__Host-session=strong; session=weak', 'strong'],
    ['xsession=no; session=a=b', 'a=b'],
    ['session=first; session=second', 'first'],
  ])('in "%s" is "%s"', (header, value) => {
    expect(sessionCookieFrom(header)).toBe(value);
  });
});

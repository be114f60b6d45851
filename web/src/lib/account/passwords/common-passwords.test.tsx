import { isCommonPassword } from './common-passwords.js';

describe('common passwords', () => {
  it.each(['123456', 'password', 'Password', 'PASSWORD123', 'qwertyuiop'])(
    '%s is one',
    async (text) => {
      expect(await isCommonPassword(text)).toBe(true);
    },
  );

  it.each(['', 'correct horse', 'kt7mqp2xr9w4', 'password ', '123456 password'])(
    '%j is none',
    async (text) => {
      expect(await isCommonPassword(text)).toBe(false);
    },
  );
});

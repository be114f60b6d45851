import { loginPath, shareUrl } from './paths.js';

describe('paths', () => {
  it('of the login carry the values that prefill it', () => {
    expect(loginPath()).toBe('/login');
    expect(loginPath({ email: 'a@b.c', name: 'A B', tab: 'signup' })).toBe(
      '/login?email=a%40b.c&name=A+B&tab=signup',
    );
  });

  it('of a share is {origin}/share/{id} [2.155]', () => {
    expect(shareUrl('abc', 'https://x.example')).toBe('https://x.example/share/abc');
  });
});

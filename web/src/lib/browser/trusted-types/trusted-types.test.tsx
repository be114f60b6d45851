import { policyRules } from './trusted-types.js';

const origin = 'https://tandem.example';
const { createHTML, createScriptURL } = policyRules(origin);

describe('the default policy of Trusted Types', () => {
  it.each([
    '/sw.js',
    `${origin}/assets/worker-DJ7u8gkZ.js`,
    `${origin}/assets/opfs-worker-a_b-c.js`,
    'https://apis.google.com/js/api.js?onload=x',
    'https://js.stripe.com/basil/stripe.js',
  ])('allows the script %s', (address) => {
    expect(createScriptURL(address)).toBe(address);
  });

  it.each([
    '/assets/main-a1.js',
    '/share/worker-a.js',
    'worker-a.js',
    'https://evil.example/sw.js',
    `${origin}.evil.example/sw.js`,
    'https://apis.google.com.evil.example/',
    'https://js.stripe.com@evil.example/',
    'http://js.stripe.com/v3',
    'data:text/javascript,alert(1)',
    'javascript:alert(1)',
  ])('refuses the script %s', (address) => {
    expect(createScriptURL(address)).toBeNull();
  });

  it('allows the text of a style element and refuses markup', () => {
    expect(createHTML('.a>.b{color:red}')).toBe('.a>.b{color:red}');
    expect(createHTML('<img src=x onerror=alert(1)>')).toBeNull();
  });
});

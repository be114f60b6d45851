import { findCanaries } from './needles.js';

const secret = 'k7rft2mwq9xz';
const token = `${'h'.repeat(40)}.${'claims'.repeat(30)}.${'signature'.repeat(6)}`;
const source = (text: string) => [{ name: 'log', bytes: Buffer.from(text) }];

describe('the search for a canary finds', () => {
  it.each([
    ['verbatim', secret],
    ['within a URL', `/x?password=${secret}&y`],
    ['in hexadecimal', Buffer.from(`{"${secret}"}`).toString('hex')],
    ['in base64, first alignment', Buffer.from(`abc${secret}xyz`).toString('base64')],
    ['in base64, second alignment', Buffer.from(`abcd${secret}x`).toString('base64')],
    ['in base64, third alignment', Buffer.from(`abcde${secret}`).toString('base64url')],
  ])('a secret %s', (_, text) => {
    expect(findCanaries({ secret }, source(`before ${text} after`))).toHaveLength(1);
  });

  it('the claims of a token without its signature, and the signature without the claims', () => {
    const [, claims = '', signature = ''] = token.split('.');
    expect(findCanaries({ token }, source(claims))).toHaveLength(1);
    expect(findCanaries({ token }, source(signature))).toHaveLength(1);
  });

  it('nothing in a text without a canary', () => {
    expect(findCanaries({ secret, token }, source(`${'h'.repeat(40)} k7rft2mwq9x`))).toEqual([]);
  });
});

import { createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { parseKeyring } from '@tandem/kit';
import fc from 'fast-check';
import {
  createPasswordVault,
  generateId,
  generatePassword,
  passwordAlphabet,
  passwordLength,
} from './password.js';

const key = () => randomBytes(32).toString('base64url');
const oldKey = key();
const vault = createPasswordVault(parseKeyring(`old:${oldKey}`));
const rotated = createPasswordVault(parseKeyring(`new:${key()},old:${oldKey}`));

describe('share passwords', () => {
  it('have at least 58 bits and no ambiguous characters [1.2]', () => {
    expect(passwordLength * Math.log2(passwordAlphabet.length)).toBeGreaterThanOrEqual(58);
    expect(passwordAlphabet).not.toMatch(/[ilo01A-Z]/);
    expect(new Set(passwordAlphabet).size).toBe(passwordAlphabet.length);
  });

  it('use the whole alphabet evenly and do not repeat', () => {
    const passwords = Array.from({ length: 2_000 }, generatePassword);
    expect(new Set(passwords).size).toBe(2_000);
    const counts = new Map<string, number>();
    for (const symbol of passwords.join('')) counts.set(symbol, (counts.get(symbol) ?? 0) + 1);
    const expected = (2_000 * passwordLength) / passwordAlphabet.length;
    // 774 expected each; six standard deviations are 166.
    for (const symbol of passwordAlphabet) {
      expect(Math.abs((counts.get(symbol) ?? 0) - expected)).toBeLessThan(170);
    }
  });

  it('decrypt for their own share only', () => {
    const sealed = vault.seal('share-a', 'secret2password');
    expect(vault.open('share-a', sealed)).toBe('secret2password');
    expect(vault.open('share-b', sealed)).toBeNull();
    expect(JSON.stringify(sealed)).not.toContain('secret2password');
  });

  it('do not decrypt when any byte of the box is changed', () => {
    const sealed = vault.seal('share-a', 'secret2password');
    const bytes = Buffer.from(sealed.box, 'base64url');
    for (let at = 0; at < bytes.length; at += 1) {
      const changed = Buffer.from(bytes);
      changed.writeUInt8((changed[at] ?? 0) ^ 1, at);
      expect(vault.open('share-a', { ...sealed, box: changed.toString('base64url') })).toBeNull();
    }
  });

  it('do not decrypt when the box is cut off at any byte', () => {
    const sealed = vault.seal('share-a', 'secret2password');
    const bytes = Buffer.from(sealed.box, 'base64url');
    for (let length = 0; length < bytes.length; length += 1) {
      const box = bytes.subarray(0, length).toString('base64url');
      expect(vault.open('share-a', { ...sealed, box })).toBeNull();
    }
  });

  it('match regardless of case, spaces and hyphens, and match nothing else', () => {
    const password = generatePassword();
    const sealed = vault.seal('share-a', password);
    const spaced = `${password.slice(0, 4)}-${password.slice(4, 8)} ${password.slice(8)}`;
    for (const typed of [password, ` ${password} `, password.toUpperCase(), spaced]) {
      expect(vault.matches('share-a', sealed, typed)).toBe(true);
    }
    fc.assert(
      fc.property(fc.string({ maxLength: 40 }), (typed) => {
        fc.pre(typed.toLowerCase().replaceAll(/[\s-]/g, '') !== password);
        expect(vault.matches('share-a', sealed, typed)).toBe(false);
        expect(vault.matches('share-b', sealed, password)).toBe(false);
        expect(vault.matches('share-a', undefined, typed)).toBe(false);
      }),
    );
  });

  it('match in the form in which earlier versions compared them', () => {
    const password = 'Große Straße 7';
    const derived = hkdfSync(
      'sha256',
      Buffer.from(oldKey, 'base64url'),
      '',
      'tandem/shares/password-verifier',
      32,
    );
    const verifier = createHmac('sha256', Buffer.from(derived))
      .update('share-a\0großestraße7')
      .digest('base64url');
    const stored = { ...vault.seal('share-a', password), verifier };
    expect(vault.matches('share-a', stored, password)).toBe(true);
    expect(vault.matches('share-a', stored, 'große straße 8')).toBe(false);
  });

  it('decrypt and match after a key rotation, and not once the key is retired', () => {
    const sealed = vault.seal('share-a', 'secret2password');
    expect(rotated.isStale(sealed)).toBe(true);
    expect(rotated.open('share-a', sealed)).toBe('secret2password');
    expect(rotated.matches('share-a', sealed, 'secret2password')).toBe(true);
    const fresh = rotated.seal('share-a', 'secret2password');
    expect(fresh.kid).toBe('new');
    expect(vault.open('share-a', fresh)).toBeNull();
    expect(vault.matches('share-a', fresh, 'secret2password')).toBe(false);
  });
});

describe('share ids', () => {
  it('are 128 random bits in URL-safe base64', () => {
    const ids = Array.from({ length: 1_000 }, generateId);
    expect(new Set(ids).size).toBe(1_000);
    expect(ids.every((id) => /^[\w-]{22}$/.test(id))).toBe(true);
  });
});

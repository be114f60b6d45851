import { findCardFault, formatExpiry, groupCardNumber } from './local-card.js';

describe('the local payment form', () => {
  it.each([
    ['4242424242424242', '4242 4242 4242 4242'],
    ['42a4-2', '4242'],
    ['42424', '4242 4'],
  ])('groups %p as %p', (typed, expected) => {
    expect(groupCardNumber(typed)).toBe(expected);
  });

  it.each([
    ['1', '1'],
    ['12', '12'],
    ['1230', '12/30'],
    ['12/30', '12/30'],
  ])('writes the expiry %p as %p', (typed, expected) => {
    expect(formatExpiry(typed)).toBe(expected);
  });

  const card = { number: '4242 4242 4242 4242', expiry: '06/30', cvc: '123' };
  const june = new Date(2030, 5, 15);

  it.each([
    [card, null],
    [{ ...card, number: '4242' }, 'number'],
    [{ ...card, expiry: '05/30' }, 'expiration'],
    [{ ...card, expiry: '13/30' }, 'expiration'],
    [{ ...card, cvc: '1' }, 'security'],
  ])('%j has fault %p', (details, expected) => {
    const fault = findCardFault(details, june);
    if (expected === null) expect(fault).toBeNull();
    else expect(fault).toContain(expected);
  });
});

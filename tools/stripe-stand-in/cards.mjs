/**
 * The provider's test cards, as far as they are needed.
 * @typedef {'ok' | 'declined' | 'challenge'} CardBehaviour
 * @typedef {{behaviour: CardBehaviour, last4: string}} Card
 */

/** @type {Record<string, CardBehaviour>} */
const byNumber = {
  4242424242424242: 'ok',
  4000000000000002: 'declined',
  4000002500003155: 'challenge',
};

/** Payment methods that exist in every test account, and the card behind each. */
const byMethod = new Map([
  ['pm_card_visa', '4242424242424242'],
  ['pm_card_chargeDeclined', '4000000000000002'],
  ['pm_card_authenticationRequiredOnSetup', '4000002500003155'],
  ['pm_card_threeDSecure2Required', '4000002500003155'],
]);

/** @param {string} number @returns {Card | undefined} */
export const cardByNumber = (number) => {
  const behaviour = byNumber[number];
  return behaviour && { behaviour, last4: number.slice(-4) };
};

/** @param {string} method @returns {Card | undefined} */
export const cardByMethod = (method) => cardByNumber(byMethod.get(method) ?? '');

/** The check digit. @param {string} number */
export const isWellFormed = (number) => {
  if (!/^\d{12,19}$/.test(number)) return false;
  const sum = [...number].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
};

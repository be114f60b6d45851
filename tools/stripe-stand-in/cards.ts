/** Stripe's test payment methods that the product's tests use: https://docs.stripe.com/testing */

/** `debit`: a bank account, whose payment is processed for days. */
export type CardBehaviour = 'ok' | 'declined' | 'challenge' | 'debit';

export interface Card {
  behaviour: CardBehaviour;
  last4: string;
}

const byNumber: Readonly<Record<string, CardBehaviour>> = {
  4242424242424242: 'ok',
  4000000000000002: 'declined',
  4000002500003155: 'challenge',
};

/** The payment methods of every test account, and the card of each. */
const byMethod: ReadonlyMap<string, string> = new Map([
  ['pm_card_visa', '4242424242424242'],
  ['pm_card_chargeDeclined', '4000000000000002'],
  ['pm_card_authenticationRequiredOnSetup', '4000002500003155'],
  ['pm_card_threeDSecure2Required', '4000002500003155'],
]);

export const cardByNumber = (number: string): Card | undefined => {
  const behaviour = byNumber[number];
  return behaviour && { behaviour, last4: number.slice(-4) };
};

/** https://docs.stripe.com/payments/ach-direct-debit/accept-a-payment#test-integration */
const bankAccount: Card = { behaviour: 'debit', last4: '6789' };

export const cardByMethod = (method: string): Card | undefined =>
  method === 'pm_usBankAccount_success' ? bankAccount : cardByNumber(byMethod.get(method) ?? '');

/** Verifies the Luhn check digit. */
export const isWellFormed = (number: string): boolean => {
  if (!/^\d{12,19}$/.test(number)) return false;
  const sum = Array.from(number)
    .reverse()
    .reduce((total, digit, index) => {
      const value = Number(digit) * (index % 2 === 0 ? 1 : 2);
      return total + (value > 9 ? value - 9 : value);
    }, 0);
  return sum % 10 === 0;
};

import { clearToasts, getToasts } from '../../components/toast/index.js';
import { readPaymentReturn, welcomeBackFromPayment } from './payment-return.js';

describe('coming back from the bank (specification, section 7: return address is the origin)', () => {
  it.each([
    ['', null],
    ['?tab=signup', null],
    ['?payment_intent=pi&redirect_status=succeeded', { isPaid: true, cleanSearch: '' }],
    ['?a=1&redirect_status=failed', { isPaid: false, cleanSearch: '?a=1' }],
  ])('%p is %j', (search, expected) => {
    expect(readPaymentReturn(search)).toEqual(expected);
  });

  it('tells the outcome once and leaves no secret in the address', () => {
    clearToasts();
    const query = '?payment_intent_client_secret=secret&redirect_status=succeeded';
    window.history.replaceState(null, '', `/${query}`);
    let paid = 0;
    const onPaid = (): void => {
      paid += 1;
    };
    welcomeBackFromPayment(onPaid);
    welcomeBackFromPayment(onPaid);
    expect(paid).toBe(1);
    expect(window.location.search).toBe('');
    expect(getToasts()[0]?.title).toBe('Payment Successful');
  });
});

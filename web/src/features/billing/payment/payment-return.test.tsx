import { jest } from '@jest/globals';
import { clearToasts, getToasts } from '../../../components/toast/index.js';
import {
  readPaymentReturn,
  rememberPayment,
  rememberPlan,
  handlePaymentReturn,
} from './payment-return.js';

describe('return from the bank to the origin', () => {
  it.each([
    ['', null],
    ['?tab=signup', null],
    ['?payment_intent=pi&redirect_status=succeeded', { outcome: 'paid', cleanSearch: '' }],
    ['?redirect_status=pending', { outcome: 'pending', cleanSearch: '' }],
    ['?a=1&redirect_status=failed', { outcome: 'failed', cleanSearch: '?a=1' }],
  ])('%p is %j', (search, expected) => {
    expect(readPaymentReturn(search)).toEqual(expected);
  });

  it('shows the outcome once and removes the secret from the URL', () => {
    clearToasts();
    const query = '?payment_intent_client_secret=secret&redirect_status=succeeded';
    window.history.replaceState(null, '', `/${query}`);
    let paid = 0;
    const onPaid = (): void => {
      paid += 1;
    };
    handlePaymentReturn(onPaid);
    handlePaymentReturn(onPaid);
    expect(paid).toBe(1);
    expect(window.location.search).toBe('');
    expect(getToasts()[0]?.title).toBe('Payment Successful');
  });

  it('refreshes the plan repeatedly, once per payment on the payment page', () => {
    jest.useFakeTimers();
    const onPaid = jest.fn();
    rememberPayment();
    handlePaymentReturn(onPaid);
    handlePaymentReturn(onPaid);
    jest.advanceTimersByTime(60_000);
    expect(onPaid).toHaveBeenCalledTimes(4);
    jest.useRealTimers();
  });

  it.each([
    ['succeeded', 'Payment Successful', 'Welcome to Tandem ProForever!'],
    ['pending', 'Payment Pending', undefined],
    ['failed', 'Payment Failed', 'The payment could not be completed.'],
  ])('%s is shown as %s', (status, title, description) => {
    clearToasts();
    rememberPlan('proforever');
    window.history.replaceState(null, '', `/?redirect_status=${status}`);
    handlePaymentReturn(() => undefined);
    expect(getToasts()).toMatchObject([
      description === undefined ? { title } : { title, description },
    ]);
  });
});

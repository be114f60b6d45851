import { jest } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderApp, startApi, tidyUp } from '../../../../test/render-app.js';
import { clearToasts, getToasts } from '../../../components/toast/index.js';
import {
  readPaymentReturn,
  rememberPayment,
  rememberPlan,
  handlePaymentReturn,
} from './payment-return.js';

const onFailed = jest.fn();

describe('return from the bank to the origin', () => {
  afterEach(() => {
    expect(onFailed).not.toHaveBeenCalled();
  });

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
    handlePaymentReturn({ onPaid: () => undefined, onFailed });
    handlePaymentReturn({ onPaid: () => undefined, onFailed });
    expect(window.location.search).toBe('');
    expect(getToasts().map(({ title }) => title)).toEqual(['Payment Successful']);
  });

  it.each([
    ['on the payment page', () => rememberPayment()],
    [
      'on the page of a bank',
      () => window.history.replaceState(null, '', '/?redirect_status=succeeded'),
    ],
  ])('refreshes the plan until the webhook has arrived, once per payment %s', (_, pay) => {
    jest.useFakeTimers();
    const onPaid = jest.fn();
    pay();
    handlePaymentReturn({ onPaid, onFailed });
    handlePaymentReturn({ onPaid, onFailed });
    jest.advanceTimersByTime(60_000);
    expect(onPaid).toHaveBeenCalledTimes(4);
    jest.useRealTimers();
  });

  it.each([
    ['succeeded', 'Payment Successful', 'Welcome to Tandem ProForever!'],
    ['pending', 'Payment Pending', undefined],
  ])('%s is shown as %s', (status, title, description) => {
    clearToasts();
    rememberPlan('proforever');
    window.history.replaceState(null, '', `/?redirect_status=${status}`);
    handlePaymentReturn({ onPaid: () => undefined, onFailed });
    expect(getToasts()).toMatchObject([
      description === undefined ? { title } : { title, description },
    ]);
  });
});

describe('return from the bank after a failure', () => {
  afterEach(tidyUp);

  it('stays on the page of the plans, which state what to do', async () => {
    clearToasts();
    startApi();
    window.history.replaceState(null, '', '/?payment_intent=pi_1&redirect_status=failed');
    renderApp('/');
    const failure = await screen.findByText('Payment Failed');
    expect(screen.getByTestId('where').textContent).toBe('/subscribe');
    expect(window.location.search).toBe('');
    expect(getToasts()).toEqual([]);
    const notice = failure.closest('[role="alert"]');
    expect(notice?.textContent).toContain('you have not been charged. Choose a plan to try again');
    expect(document.activeElement).toBe(notice);
    await userEvent.click(screen.getByRole('button', { name: 'Choose Pro' }));
    await waitFor(() => expect(screen.queryByText('Payment Failed')).toBeNull());
  });
});

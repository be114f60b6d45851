import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  freeRecord,
  proRecord,
  renderApp,
  someUser,
  startApi,
  tidyUp,
} from '../../../test/render-app.js';
import { getSession, type Identity } from '../../lib/account/session.js';

afterEach(tidyUp);

const cancelDialog = async () => {
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel Subscription' }));
  return within(await screen.findByRole('dialog'));
};

describe('/settings', () => {
  it.each([
    ['Ada Lovelace', 'Ada Lovelace'],
    ['', 'Not set'],
    [' ', 'Not set'],
    [null, 'Not set'],
  ])(
    'shows the email address and for the name %p %s [2.190, 2.191]',
    async (displayName, shown) => {
      startApi();
      renderApp('/settings', someUser({ displayName }));
      await screen.findByRole('heading', { level: 1, name: 'Settings' });
      const main = within(screen.getByRole('main'));
      expect(main.getByText('Email').nextElementSibling?.textContent).toBe('ada@example.com');
      expect(main.getByText('Display Name').nextElementSibling?.textContent).toBe(shown);
    },
  );

  it('says beside the email address that it is not verified', async () => {
    startApi();
    renderApp('/settings', someUser(), { isEmailVerified: () => Promise.resolve(false) });
    const send = await screen.findByRole('button', { name: 'Send verification email' });
    const row = within(screen.getByText('Email').parentElement as HTMLElement);
    expect(row.getByText('Email not verified')).toBeDefined();
    expect(row.getByRole('button')).toBe(send);
  });

  it('leads users on the Free plan to the plans [2.198]', async () => {
    startApi();
    renderApp('/settings');
    const link = await screen.findByRole('link', { name: 'Upgrade Now' });
    expect(link.getAttribute('href')).toBe('/subscribe');
    expect(screen.queryByRole('button', { name: 'Cancel Subscription' })).toBeNull();
  });

  it('cancels a paid plan after confirmation [2.195, 2.197, 3.38, 7.22, 7.23, 8.54]', async () => {
    const api = startApi();
    api.answer({
      'GET /api/user': { body: proRecord },
      'POST /api/cancel-subscription': () => {
        api.answer({ 'GET /api/user': { body: freeRecord } });
        return { body: { success: true } };
      },
    });
    renderApp('/settings');
    const dialog = await cancelDialog();
    expect(api.to('POST /api/cancel-subscription')).toHaveLength(0);
    expect(dialog.getByRole('button', { name: 'Keep Subscription' })).toBeDefined();
    await userEvent.click(dialog.getByRole('button', { name: 'Yes, Cancel Subscription' }));
    expect(
      await screen.findByText(
        "Your subscription has been cancelled. You've been downgraded to the free plan.",
      ),
    ).toBeDefined();
    expect(screen.getByText('Subscription Cancelled')).toBeDefined();
    expect(api.to('POST /api/cancel-subscription')[0]?.body).toEqual({ idToken: 'id-token' });
    // Refetches the user.
    expect(await screen.findByRole('link', { name: 'Upgrade Now' })).toBeDefined();
  });

  it('cancels once on a double click', async () => {
    const api = startApi();
    api.answer({
      'GET /api/user': { body: proRecord },
      'POST /api/cancel-subscription': () => {
        api.answer({
          'GET /api/user': { body: freeRecord },
          'POST /api/cancel-subscription': { status: 409, body: { message: 'Nothing to cancel.' } },
        });
        return { body: { success: true } };
      },
    });
    renderApp('/settings');
    const dialog = await cancelDialog();
    await userEvent.dblClick(dialog.getByRole('button', { name: 'Yes, Cancel Subscription' }));
    expect(await screen.findByText('Subscription Cancelled')).toBeDefined();
    expect(await screen.findByRole('link', { name: 'Upgrade Now' })).toBeDefined();
    expect(api.to('POST /api/cancel-subscription')).toHaveLength(1);
    expect(screen.queryByText('Cancellation Failed')).toBeNull();
  });

  it("shows the server's message when cancelling fails [8.52]", async () => {
    const api = startApi();
    api.answer({
      'GET /api/user': { body: proRecord },
      'POST /api/cancel-subscription': { status: 409, body: { message: 'Nothing to cancel.' } },
    });
    renderApp('/settings');
    const dialog = await cancelDialog();
    await userEvent.click(dialog.getByRole('button', { name: 'Yes, Cancel Subscription' }));
    const failure = await within(screen.getByRole('main')).findByRole('alert');
    expect(within(failure).getByText('Cancellation Failed')).toBeDefined();
    expect(within(failure).getByText('409: Nothing to cancel.')).toBeDefined();
    // After the dialog has given it back to the button.
    await waitFor(() => expect(document.activeElement).toBe(failure));
  });

  it('deletes the account after its address, however it is written', async () => {
    const api = startApi();
    api.answer({ 'DELETE /api/user': { body: { success: true } } });
    const user = someUser({ email: 'Ada@example.com' });
    renderApp('/settings', user);
    const open = async () => {
      await userEvent.click(await screen.findByRole('button', { name: 'Delete Account' }));
      return within(await screen.findByRole('dialog'));
    };
    const dialog = await open();
    const confirm = dialog.getByRole('button', { name: 'Delete Everything' });
    const field = dialog.getByLabelText('Type Ada@example.com to confirm.');
    await waitFor(() => expect(document.activeElement).toBe(field));
    await userEvent.keyboard('ada@example.org');
    expect(confirm).toHaveProperty('disabled', true);
    await userEvent.clear(field);
    await userEvent.keyboard('ADA@example.com ');
    await userEvent.click(confirm);
    expect(await screen.findByText('Account Deleted')).toBeDefined();
    const requests = api.to('DELETE /api/user');
    expect(requests).toHaveLength(1);
    // The cookie may be of an account that has signed in in another tab since.
    expect(requests[0]?.query.get('userId')).toBe(user.uid);
  });

  describe('after the account was deleted', () => {
    const remove = async (identity: Partial<Identity>) => {
      const api = startApi();
      api.answer({ 'DELETE /api/user': { body: { success: true } } });
      renderApp('/settings', someUser(), identity);
      await userEvent.click(await screen.findByRole('button', { name: 'Delete Account' }));
      const dialog = within(await screen.findByRole('dialog'));
      const field = dialog.getByLabelText('Type ada@example.com to confirm.');
      await waitFor(() => expect(document.activeElement).toBe(field));
      await userEvent.keyboard('ada@example.com');
      await userEvent.click(dialog.getByRole('button', { name: 'Delete Everything' }));
      expect(await screen.findByText('Account Deleted')).toBeDefined();
      return { api, dialog };
    };
    const away = () => Promise.reject(new TypeError('Failed to fetch'));

    it('leaves it although the server does not end the session', async () => {
      await remove({ endSession: away, leaveDeletedAccount: away });
      await waitFor(() => expect(getSession().status).toBe('visitor'));
      expect(screen.getByText('Account Deleted')).toBeDefined();
      expect(screen.queryByText('Deletion Failed')).toBeNull();
    });

    it('deletes nothing again while the session ends', async () => {
      const never = () => new Promise<void>(() => undefined);
      const { api, dialog } = await remove({ endSession: never, leaveDeletedAccount: never });
      await userEvent.click(dialog.getByRole('button', { name: /Delete Everything/ }));
      expect(api.to('DELETE /api/user')).toHaveLength(1);
    });
  });

  it('says that a payment failed and links to the invoice instead of a paid period', async () => {
    const invoiceUrl = 'https://invoice.example/1';
    startApi().answer({
      'GET /api/user': {
        body: { ...proRecord, currentPeriodEnd: null, isPastDue: true, invoiceUrl },
      },
    });
    renderApp('/settings');
    const notice = await screen.findByText(/The payment for this week failed/);
    const link = within(notice).getByRole('link', { name: 'Pay with another card' });
    expect(link.getAttribute('href')).toBe(invoiceUrl);
    expect(screen.queryByText(/Paid until/)).toBeNull();
  });

  it('says that the bank is still processing a payment', async () => {
    startApi().answer({ 'GET /api/user': { body: { ...freeRecord, isPaymentProcessing: true } } });
    renderApp('/settings');
    expect(await screen.findByText(/^Your bank is still processing the payment/)).toBeDefined();
  });

  it('says until when a subscription is paid, without a notice', async () => {
    const currentPeriodEnd = '2027-01-02T12:00:00.000Z';
    startApi().answer({
      'GET /api/user': {
        body: { ...proRecord, currentPeriodEnd, isPastDue: false, invoiceUrl: null },
      },
    });
    renderApp('/settings');
    expect(await screen.findByText('Paid until January 2, 2027')).toBeDefined();
    expect(screen.queryByText(/failed/)).toBeNull();
  });
});

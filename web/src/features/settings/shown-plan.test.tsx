import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { proRecord, renderApp, startApi, tidyUp } from '../../../test/render-app.js';

afterEach(tidyUp);

const cancelDialog = async () => {
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel Subscription' }));
  return within(await screen.findByRole('dialog'));
};

it('a cancellation names the plan of its question, and shows the plan that has replaced it', async () => {
  const api = startApi();
  api.answer({
    'GET /api/user': { body: proRecord },
    'POST /api/cancel-subscription': () => {
      const record = { ...proRecord, subscriptionStatus: 'proforever' };
      api.answer({ 'GET /api/user': { body: record } });
      const message = 'The plan has changed in the meantime.';
      return { status: 409, body: { reason: 'plan-changed', message } };
    },
  });
  renderApp('/settings');
  const dialog = await cancelDialog();
  await userEvent.click(dialog.getByRole('button', { name: 'Yes, Cancel Subscription' }));
  expect(await screen.findByText('409: The plan has changed in the meantime.')).toBeDefined();
  const main = within(screen.getByRole('main'));
  expect(await main.findByText('ProForever')).toBeDefined();
  const again = await cancelDialog();
  expect(again.getByText(/Your one-time payment is not refunded/)).toBeDefined();
  await userEvent.click(again.getByRole('button', { name: 'Yes, Cancel Subscription' }));
  await waitFor(() =>
    expect(
      api.to('POST /api/cancel-subscription').map(({ query }) => query.get('shownPlan')),
    ).toEqual(['active', 'proforever']),
  );
});

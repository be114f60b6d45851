import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ApiAnswer } from '../../../test/fake-api.js';
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

it('a cancelled plan is gone although the record cannot be loaded again', async () => {
  const api = startApi();
  api.answer({
    'GET /api/user': { body: proRecord },
    'POST /api/cancel-subscription': () => {
      api.answer({ 'GET /api/user': { status: 503 } });
      return { body: { success: true } };
    },
  });
  renderApp('/settings');
  const dialog = await cancelDialog();
  await userEvent.click(dialog.getByRole('button', { name: 'Yes, Cancel Subscription' }));
  const plan = within(await screen.findByRole('region', { name: 'Plan' }));
  expect(await plan.findByText('Free Plan')).toBeDefined();
  expect(plan.queryByRole('button', { name: 'Cancel Subscription' })).toBeNull();
});

describe('without an answer about the plan', () => {
  it('the settings offer to try again, and keep the focus and the reason during the attempt', async () => {
    const api = startApi();
    api.answer({ 'GET /api/user': { status: 503 } });
    renderApp('/settings');
    const plan = within(await screen.findByRole('region', { name: 'Plan' }));
    const again = await plan.findByRole('button', { name: 'Try Again' });
    const reason = plan.getByRole('alert');
    expect(reason.textContent).toBe('Your plan could not be loaded.');

    let answerHeld = (_answer: ApiAnswer): void => undefined;
    const held = new Promise<ApiAnswer>((resolve) => (answerHeld = resolve));
    api.answer({ 'GET /api/user': () => held });
    await userEvent.click(again);
    expect(plan.getByRole('alert')).toBe(reason);
    expect(document.activeElement).toBe(again);
    answerHeld({ status: 503 });
    // A new element, which a screen reader announces.
    await waitFor(() => expect(plan.getByRole('alert')).not.toBe(reason));

    api.answer({ 'GET /api/user': { body: proRecord } });
    await userEvent.click(again);
    expect(await plan.findByRole('button', { name: 'Cancel Subscription' })).toBeDefined();
    expect(plan.queryByRole('alert')).toBeNull();
  });
});

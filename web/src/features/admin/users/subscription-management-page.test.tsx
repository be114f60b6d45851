import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderApp, startApi, tidyUp } from '../../../../test/render-app.js';
import { dashboardAnswers } from '../test/dashboard-answers.js';

const people = [
  {
    id: 'u1',
    email: 'grace@example.com',
    firstName: 'Grace',
    lastName: 'Hopper',
    isAdmin: true,
    createdAt: new Date(2026, 0, 5).toISOString(),
    subscriptionStatus: 'free',
    sharesUsedThisMonth: 4,
  },
];

const pickStatus = async (option: string): Promise<void> => {
  fireEvent.mouseDown(await screen.findByLabelText('Change status of grace@example.com'));
  const list = await screen.findAllByText(option);
  const item = list.find((element) => element.closest('.ant-select-item-option') !== null);
  if (item === undefined) throw new Error(`no option ${option}`);
  fireEvent.click(item);
};

const setStatus = async (option: string): Promise<void> => {
  await pickStatus(option);
  fireEvent.click(await screen.findByRole('button', { name: 'Change plan' }));
};

afterEach(tidyUp);

describe('/admin/subscription-management', () => {
  it('lists the users [2.226, 6.18]', async () => {
    startApi().answer({ 'GET /api/admin/users': { body: people } });
    renderApp('/admin/subscription-management');
    expect(await screen.findByText('Grace Hopper')).toBeDefined();
    const row = within(screen.getByRole('row', { name: /Grace Hopper/ }));
    for (const text of ['Admin', 'grace@example.com', '4', '2026-01-05']) {
      expect(row.getByText(text)).toBeDefined();
    }
    const back = screen.getByRole('link', { name: 'Back to Admin Dashboard' });
    expect(back.getAttribute('href')).toBe('/admin/dashboard');
  });

  it('shows a message without users [2.236]', async () => {
    startApi().answer({ 'GET /api/admin/users': { body: [] } });
    renderApp('/admin/subscription-management');
    expect(await screen.findByText('No users found')).toBeDefined();
  });

  it('changes a status with the bearer token and refetches the list [1.20, 2.235, 6.19, 7.34, 7.35]', async () => {
    const api = startApi();
    const route = 'PUT /api/admin/users/u1/subscription';
    api.answer({ 'GET /api/admin/users': { body: people }, [route]: { body: {} } });
    renderApp('/admin/subscription-management');
    await setStatus('Pro Forever');
    expect(await screen.findByText('Subscription updated successfully')).toBeDefined();
    const [request] = api.to(route);
    expect(request?.body).toEqual({ subscriptionStatus: 'proforever' });
    expect(request?.query.get('shownPlan')).toBe('free');
    expect(request?.headers.get('authorization')).toBe('Bearer id-token');
    await waitFor(() => expect(api.to('GET /api/admin/users')).toHaveLength(2));
  });

  it.each([
    [200, /^grace@example.com is signed out in all browsers/],
    [409, /Later\./],
  ])('ends the sessions of a user, or reports the failure (%d)', async (status, text) => {
    const api = startApi();
    const route = 'DELETE /api/admin/users/u1/sessions';
    const body = status === 200 ? { success: true } : { message: 'Later.' };
    api.answer({ 'GET /api/admin/users': { body: people }, [route]: { status, body } });
    renderApp('/admin/subscription-management');
    const button = { name: 'Sign out grace@example.com everywhere' };
    const answer = async (name: string) => {
      await userEvent.click(await screen.findByRole('button', button));
      const dialog = within(await screen.findByRole('dialog'));
      await userEvent.click(dialog.getByRole('button', { name }));
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    };
    await answer('Cancel');
    expect(api.to(route)).toHaveLength(0);
    await answer('Sign Out');
    expect(await screen.findByText(text)).toBeDefined();
    expect(api.to(route)).toHaveLength(1);
  });

  it.each([
    ['proforever', 'Pro', 'active'],
    ['active', 'Free', 'free'],
  ])('changes the status %s to %s (%s) [2.235]', async (before, label, after) => {
    const api = startApi();
    const route = 'PUT /api/admin/users/u1/subscription';
    const [person] = people;
    api.answer({
      'GET /api/admin/users': { body: [{ ...person, subscriptionStatus: before }] },
      [route]: { body: {} },
    });
    renderApp('/admin/subscription-management');
    await setStatus(label);
    await waitFor(() =>
      expect(api.to(route).map(({ body }) => body)).toEqual([{ subscriptionStatus: after }]),
    );
  });

  it('loads the list again when the plan was not the one shown', async () => {
    const api = startApi();
    const refusal = { reason: 'plan-changed', message: 'The plan has changed in the meantime.' };
    api.answer({
      'GET /api/admin/users': { body: people },
      'PUT /api/admin/users/u1/subscription': () => {
        const [person] = people;
        const body = [{ ...person, subscriptionStatus: 'proforever' }];
        api.answer({ 'GET /api/admin/users': { body } });
        return { status: 409, body: refusal };
      },
    });
    renderApp('/admin/subscription-management');
    await setStatus('Pro');
    expect(await screen.findByText('409: The plan has changed in the meantime.')).toBeDefined();
    expect(await screen.findAllByText('Pro Forever')).not.toHaveLength(0);
  });

  it('changes nothing when the question is cancelled', async () => {
    const api = startApi();
    const route = 'PUT /api/admin/users/u1/subscription';
    api.answer({ 'GET /api/admin/users': { body: people }, [route]: { body: {} } });
    renderApp('/admin/subscription-management');
    await pickStatus('Pro Forever');
    expect(
      await screen.findByText(
        'grace@example.com: from Free to Pro Forever. It takes effect immediately.',
      ),
    ).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Change plan' })).toBeNull());
    expect(api.to(route)).toEqual([]);
  });

  it('shows why a change was refused [8.77]', async () => {
    startApi().answer({
      'GET /api/admin/users': { body: people },
      'PUT /api/admin/users/u1/subscription': { status: 500, body: { message: 'No.' } },
    });
    renderApp('/admin/subscription-management');
    await setStatus('Pro');
    expect(await screen.findByText('500: No.')).toBeDefined();
    expect(screen.getByText('Error')).toBeDefined();
  });

  it('searches, sorts and turns pages on the server, and says which part is shown', async () => {
    const api = startApi();
    const total = { 'x-total-count': '1234' };
    const person = (index: number) => ({
      ...people[0],
      id: `u${index}`,
      email: `u${index}@x.test`,
    });
    // The range counts the rows of the answer; fifty would be rendered again for each key.
    const listed = [person(0), person(1)];
    api.answer({ 'GET /api/admin/users': { body: listed, headers: total } });
    renderApp('/admin/subscription-management');
    expect(await screen.findByText('1–2 of 1,234 accounts')).toBeDefined();
    const last = () => Object.fromEntries(api.to('GET /api/admin/users').at(-1)?.query ?? []);
    expect(last()).toEqual({ limit: '50', page: '1', sort: 'joined', order: 'desc' });

    let answer = (_listed: object): void => undefined;
    const next = new Promise<object>((resolve) => (answer = resolve));
    api.answer({ 'GET /api/admin/users': async () => ({ body: await next, headers: total }) });
    await userEvent.click(screen.getByRole('listitem', { name: '25' }));
    // The rows are still those of the first page.
    expect(screen.queryByText(/of 1,234 accounts/)).toBeNull();
    answer(listed);
    expect(await screen.findByText('1,201–1,202 of 1,234 accounts')).toBeDefined();
    expect(last()).toMatchObject({ page: '25', sort: 'joined' });

    await userEvent.click(screen.getByRole('columnheader', { name: /^Name/ }));
    await waitFor(() => expect(last()).toMatchObject({ page: '1', sort: 'name', order: 'asc' }));

    await userEvent.type(screen.getByLabelText('Search users'), 'hopper');
    await waitFor(() =>
      expect(last()).toMatchObject({ page: '1', sort: 'name', order: 'asc', search: 'hopper' }),
    );
  });

  it('switches a column between its two orders, the join date from the newest first', async () => {
    const api = startApi();
    api.answer({ 'GET /api/admin/users': { body: people } });
    renderApp('/admin/subscription-management');
    await screen.findByText('Grace Hopper');
    const orders = () =>
      api
        .to('GET /api/admin/users')
        .map(({ query }) => `${query.get('sort')} ${query.get('order')}`);
    const clickOn = async (name: RegExp, expected: string) => {
      const header = screen.getByRole('columnheader', { name });
      await userEvent.click(header);
      await waitFor(() => expect(orders().at(-1)).toBe(expected));
    };
    expect(orders()).toEqual(['joined desc']);
    await clickOn(/^Joined/, 'joined asc');
    await clickOn(/^Joined/, 'joined desc');
    await clickOn(/^Name/, 'name asc');
    await clickOn(/^Name/, 'name desc');
    await clickOn(/^Name/, 'name asc');
    await clickOn(/^Joined/, 'joined desc');
  });

  it('accepts another sort order while the response to the first one is awaited', async () => {
    const api = startApi();
    api.answer({ 'GET /api/admin/users': { body: people } });
    renderApp('/admin/subscription-management');
    await screen.findByText('Grace Hopper');
    const table = screen.getByRole('group', { name: 'Subscription Management' });
    expect(table.getAttribute('aria-busy')).toBe('false');

    let answer = (): void => undefined;
    const slow = new Promise<void>((resolve) => (answer = resolve));
    api.answer({
      'GET /api/admin/users': async ({ query }) => {
        if (query.get('sort') === 'joined') await slow;
        return { body: people };
      },
    });
    await userEvent.click(screen.getByRole('columnheader', { name: /^Joined/ }));
    expect(table.getAttribute('aria-busy')).toBe('true');
    await userEvent.click(screen.getByRole('columnheader', { name: /^Name/ }));
    await waitFor(() => expect(table.getAttribute('aria-busy')).toBe('false'));
    expect(api.to('GET /api/admin/users').at(-1)?.query.get('sort')).toBe('name');
    answer();
  });

  it('loads the accounts again when the page is opened again, and keeps them when that fails', async () => {
    const api = startApi();
    api.answer({ ...dashboardAnswers, 'GET /api/admin/users': { body: people } });
    const [grace] = people;
    renderApp('/admin/subscription-management');
    const reopen = async () => {
      await userEvent.click(screen.getByRole('link', { name: 'Back to Admin Dashboard' }));
      await userEvent.click(await screen.findByRole('link', { name: 'Subscription Management' }));
    };
    await screen.findByText('Grace Hopper');
    const body = [{ ...grace, lastName: 'Murray' }];
    api.answer({ 'GET /api/admin/users': { body } });
    await reopen();
    expect(await screen.findByText('Grace Murray')).toBeDefined();

    api.answer({ 'GET /api/admin/users': { status: 503, body: { message: 'Restarting.' } } });
    await reopen();
    expect((await screen.findByRole('alert')).textContent).toContain('503: Restarting.');
    expect(screen.getByText('Grace Murray')).toBeDefined();
    api.answer({ 'GET /api/admin/users': { body: people } });
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByText('Grace Hopper')).toBeDefined();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

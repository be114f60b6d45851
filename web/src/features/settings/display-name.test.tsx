import { jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderApp, someUser, startApi, tidyUp } from '../../../test/render-app.js';
import { setSession, signedInUser, type Identity } from '../../lib/account/session.js';

afterEach(tidyUp);

describe('changing the display name', () => {
  const openForm = async (changeName: Identity['changeName']) => {
    startApi();
    renderApp('/settings', someUser(), { changeName });
    const panel = within(await screen.findByRole('region', { name: 'Account' }));
    await userEvent.click(panel.getByRole('button', { name: 'Change name' }));
    const field = panel.getByLabelText('Display Name');
    expect(field).toHaveProperty('value', 'Ada Lovelace');
    await userEvent.clear(field);
    return { panel, field };
  };

  it('takes effect on the page immediately', async () => {
    const changeName = jest.fn<Identity['changeName']>((displayName) => {
      const user = signedInUser();
      if (user !== null) setSession({ status: 'user', user: { ...user, displayName } });
      return Promise.resolve();
    });
    const { panel, field } = await openForm(changeName);
    await userEvent.type(field, '  Ada King ');
    await userEvent.click(panel.getByRole('button', { name: 'Save name' }));
    expect(await panel.findByText('Ada King')).toBeDefined();
    expect(changeName.mock.calls).toEqual([['Ada King']]);
    expect(await screen.findByText('Name Changed')).toBeDefined();
    await waitFor(() => expect(panel.queryByLabelText('Display Name')).toBeNull());
  });

  it('needs a name', async () => {
    const changeName = jest.fn<Identity['changeName']>(() => Promise.resolve());
    const { panel, field } = await openForm(changeName);
    await userEvent.type(field, '  ');
    await userEvent.click(panel.getByRole('button', { name: 'Save name' }));
    expect(await panel.findByText('Please enter a name.')).toBeDefined();
    await userEvent.click(panel.getByRole('button', { name: 'Keep the name' }));
    expect(panel.getByText('Ada Lovelace')).toBeDefined();
    expect(changeName).not.toHaveBeenCalled();
  });

  it('cannot be cancelled while it is saved', async () => {
    let finish = (): void => undefined;
    const { panel, field } = await openForm(
      () =>
        new Promise((resolve) => {
          finish = resolve;
        }),
    );
    await userEvent.type(field, 'Ada King');
    const keep = panel.getByRole('button', { name: 'Keep the name' });
    expect(keep).toHaveProperty('disabled', false);
    await userEvent.click(panel.getByRole('button', { name: 'Save name' }));
    expect(keep).toHaveProperty('disabled', true);
    act(() => finish());
    await waitFor(() => expect(panel.queryByLabelText('Display Name')).toBeNull());
  });

  it('reports a failure beside the field, and keeps what was typed', async () => {
    const { panel, field } = await openForm(() => Promise.reject(new Error('offline')));
    await userEvent.type(field, 'Ada King');
    await userEvent.click(panel.getByRole('button', { name: 'Save name' }));
    expect((await panel.findByRole('alert')).textContent).toContain('could not be changed');
    expect(panel.getByLabelText('Display Name')).toHaveProperty('value', 'Ada King');
  });
});

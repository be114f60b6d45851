import type { OpenSession } from '@tandem/proto/browser/http/session';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderApp, startApi, tidyUp } from '../../../../test/render-app.js';

afterEach(tidyUp);

const session = (part: Partial<OpenSession>): OpenSession => ({
  id: 'here',
  device: 'Firefox on Linux',
  createdAt: '2026-11-20T10:00:00.000Z',
  lastUsedAt: '2026-11-22T10:00:00.000Z',
  isCurrent: false,
  isSameNetwork: true,
  ...part,
});
const here = session({ isCurrent: true });
const phone = session({ id: 'phone', device: 'Safari on iPhone', isSameNetwork: false });

const panel = async () =>
  within(await screen.findByRole('region', { name: 'Where you are signed in' }));

describe('the sessions in the settings', () => {
  it('name device, network and last use, and offer to end all but this one', async () => {
    startApi().answer({ 'GET /api/sessions': { body: [here, phone] } });
    renderApp('/settings');
    const list = await panel();
    const [first, second] = await list.findAllByRole('listitem');
    expect(first?.textContent).toContain('This browser');
    expect(within(first as HTMLElement).queryByRole('button')).toBeNull();
    expect(second?.textContent).toMatch(/Safari on iPhone.*Last used 2026-11-2.*another network/);
  });

  it('end one session and refresh', async () => {
    const api = startApi();
    api.answer({
      'GET /api/sessions': { body: [here, phone] },
      'DELETE /api/sessions/phone': () => {
        api.answer({ 'GET /api/sessions': { body: [here] } });
        return { body: { success: true } };
      },
    });
    renderApp('/settings');
    const list = await panel();
    await userEvent.click(
      await list.findByRole('button', { name: 'Sign out there: Safari on iPhone' }),
    );
    expect(await screen.findByText('Signed out there')).toBeDefined();
    await waitFor(() => expect(list.queryByText('Safari on iPhone')).toBeNull());
    expect(list.queryByRole('button', { name: 'Sign out everywhere else' })).toBeNull();
  });

  it('end all others', async () => {
    const api = startApi();
    api.answer({
      'GET /api/sessions': { body: [here, phone] },
      'DELETE /api/sessions': { body: { success: true } },
    });
    renderApp('/settings');
    const list = await panel();
    await userEvent.click(await list.findByRole('button', { name: 'Sign out everywhere else' }));
    expect(await screen.findByText('Signed out everywhere else')).toBeDefined();
    expect(api.to('DELETE /api/sessions')).toHaveLength(1);
  });

  it('show why one could not be ended, and load again a list that could not be loaded', async () => {
    const api = startApi();
    api.answer({
      'GET /api/sessions': { body: [here, phone] },
      'DELETE /api/sessions/phone': { status: 503, body: { message: 'Try again.' } },
    });
    renderApp('/settings');
    const list = await panel();
    const button = await list.findByRole('button', { name: 'Sign out there: Safari on iPhone' });
    await userEvent.click(button);
    expect(await screen.findByText('503: Try again.')).toBeDefined();
    tidyUp();
    api.answer({ 'GET /api/sessions': { status: 503 } });
    renderApp('/settings');
    const failed = await panel();
    expect(await failed.findByText('Your sessions could not be loaded.')).toBeDefined();
    api.answer({ 'GET /api/sessions': { body: [here] } });
    const before = api.to('GET /api/sessions').length;
    await userEvent.click(failed.getByRole('button', { name: 'Try Again' }));
    // Now, and not by the refresh every 30 s.
    expect(api.to('GET /api/sessions')).toHaveLength(before + 1);
    expect(await failed.findAllByRole('listitem')).toHaveLength(1);
    expect(failed.queryByRole('alert')).toBeNull();
  });
});

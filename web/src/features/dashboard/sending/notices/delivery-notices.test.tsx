import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { look } from '../../../../../test/dom/tab.js';
import { installFakePush } from '../../../../lib/notices/test/fake-push.js';
import { link, withFreshDashboard } from '../../test/dashboard.js';
import { serve } from '../../test/served-share.js';

withFreshDashboard();

describe('notices of deliveries', () => {
  it('notifies of deliveries while hidden, and subscribes to Web Push for the share', async () => {
    const push = installFakePush();
    const { show, api } = await serve();
    api.answer({ 'POST /api/shares/abc/notices': { status: 201, body: { success: true } } });
    const notify = screen.getByRole('switch', { name: /Notify me when a delivery is confirmed/ });
    await userEvent.click(notify);
    await waitFor(() => expect(notify.getAttribute('aria-checked')).toBe('true'));
    look('hidden');
    show({ state: 'completed', recipients: [link({ state: 'completed' })] });
    await waitFor(() =>
      expect(push.shown).toEqual([{ title: 'Delivery confirmed', tag: 'delivered abc' }]),
    );
    show({ state: 'completed', recipients: [link({ state: 'completed' })] });
    expect(push.shown).toHaveLength(1);
    look('visible');
    push.remove();
    localStorage.removeItem('delivery-notices');
  });

  it('notifies of deliveries while another page of the app is open', async () => {
    const push = installFakePush();
    const { show } = await serve();
    const notify = screen.getByRole('switch', { name: /Notify me when a delivery is confirmed/ });
    await userEvent.click(notify);
    await waitFor(() => expect(notify.getAttribute('aria-checked')).toBe('true'));
    await userEvent.click(screen.getByRole('link', { name: 'Settings' }));
    expect(await screen.findByRole('heading', { name: 'Settings' })).toBeDefined();
    look('hidden');
    show({ state: 'completed', recipients: [link({ state: 'completed' })] });
    await waitFor(() =>
      expect(push.shown).toEqual([{ title: 'Delivery confirmed', tag: 'delivered abc' }]),
    );
    // The settings ask again whether the address is verified.
    await act(async () => {
      look('visible');
      await Promise.resolve();
    });
    push.remove();
    localStorage.removeItem('delivery-notices');
  });

  it('follows the choice that another tab makes about notices', async () => {
    const push = installFakePush();
    const { show } = await serve();
    const notify = screen.getByRole('switch', { name: /Notify me when a delivery is confirmed/ });
    await userEvent.click(notify);
    await waitFor(() => expect(notify.getAttribute('aria-checked')).toBe('true'));
    localStorage.setItem('delivery-notices', 'off');
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'delivery-notices' })));
    expect(notify.getAttribute('aria-checked')).toBe('false');
    look('hidden');
    show({ state: 'completed', recipients: [link({ state: 'completed' })] });
    look('visible');
    expect(push.shown).toEqual([]);
    push.remove();
    localStorage.removeItem('delivery-notices');
  });

  it('ends the notices of all shares when the user switches them off after a reload', async () => {
    localStorage.setItem('delivery-notices', 'on');
    const push = installFakePush();
    push.permission = 'granted';
    await serve();
    expect(push.isSubscribed).toBe(true);
    await userEvent.click(
      screen.getByRole('switch', { name: /Notify me when a delivery is confirmed/ }),
    );
    await waitFor(() => expect(push.isSubscribed).toBe(false));
    push.remove();
    localStorage.removeItem('delivery-notices');
  });

  it('stays off where notifications are blocked', async () => {
    const push = installFakePush();
    push.answer = 'denied';
    await serve();
    const notify = screen.getByRole('switch', { name: /Notify me when a delivery is confirmed/ });
    await userEvent.click(notify);
    expect(await screen.findByText('Notifications are blocked')).toBeDefined();
    expect(notify.getAttribute('aria-checked')).toBe('false');
    push.remove();
  });
});

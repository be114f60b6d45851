import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { installFakeLocks } from '../../../../../test/fake-locks.js';
import { failureText } from '../../../../lib/texts/failure-texts.js';
import { link, share, withFreshDashboard } from '../../test/dashboard.js';
import { serve } from '../../test/served-share.js';

withFreshDashboard();

describe('a share that has ended while this tab sends it', () => {
  it.each([
    ['its download limit', 1, 'Stopped: download limit reached'],
    ['a limit that was raised since', 3, 'Stopped: restart it to allow more downloads'],
    ['a stop on another device', null, 'This share was stopped, deleted or has expired.'],
  ])('stays completed after the end by %s, and says so', async (_by, maxDownloads, reason) => {
    const locks = installFakeLocks();
    const { show, api } = await serve();
    const stopReason = maxDownloads === null ? 'owner' : 'download-limit';
    const ended = { ...share, isActive: false, stopReason, maxDownloads, deliveredCount: 1 };
    api.answer({ 'GET /api/file-shares': { body: [ended] } });
    const recipients = [link({ state: 'completed' })];
    show({ state: 'completed', recipients });
    const error = {
      code: 'share-ended',
      serverText: 'This share was stopped, deleted or has expired.',
    };
    show({ state: 'completed', error, recipients });
    const panel = within(screen.getByRole('region', { name: 'Sending now' }));
    expect(await panel.findByText(reason)).toBeDefined();
    expect(panel.getByText('Completed')).toBeDefined();
    expect(panel.queryByRole('button', { name: 'Try Again' })).toBeNull();
    expect(screen.queryByText(/Connection Error/)).toBeNull();
    await waitFor(() => expect(locks.names()).not.toContain('tandem-send abc'));
    locks.remove();
  });

  it.each([
    ['after a delivery', 'completed', [link({ state: 'completed' })]],
    ['before one', 'error', []],
  ] as const)(
    'offers to restart a share stopped elsewhere %s, or to dismiss it',
    async (...row) => {
      const [, state, recipients] = row;
      const { show, close, restart, api } = await serve({ ...share, isActive: false });
      api.answer({ 'POST /api/file-shares/abc/restart': { body: { success: true } } });
      const error = { code: 'share-ended', serverText: 'This share was stopped.' };
      show({ state, error, recipients });
      const panel = within(screen.getByRole('region', { name: 'Sending now' }));
      await userEvent.click(await panel.findByRole('button', { name: 'Restart' }));
      await waitFor(() => expect(restart).toHaveBeenCalledTimes(1));
      for (const name of ['Stop sending', 'Try Again'])
        expect(panel.queryByRole('button', { name })).toBeNull();
      await userEvent.click(panel.getByRole('button', { name: 'Dismiss' }));
      expect(close).toHaveBeenCalledTimes(1);
      expect(screen.queryByRole('region', { name: 'Sending now' })).toBeNull();
    },
  );

  it('offers no restart of a share that has expired', async () => {
    const expiresAt = new Date(Date.now() - 60_000).toISOString();
    const { show } = await serve({ ...share, isActive: false, expiresAt });
    show({ state: 'error', error: { code: 'share-ended' } });
    const panel = within(screen.getByRole('region', { name: 'Sending now' }));
    await waitFor(() => expect(panel.queryByRole('button', { name: 'Try Again' })).toBeNull());
    expect(panel.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Dismiss']);
  });

  it.each([
    ['was given another password elsewhere', true, 'password-changed', 1],
    ['has ended', false, 'share-closed', 0],
  ])('says that a share %s while a recipient saves the file', async (...row) => {
    const [, isActive, code, buttons] = row;
    const locks = installFakeLocks();
    const { show, retry, api } = await serve();
    api.answer({ 'GET /api/file-shares': { body: [{ ...share, isActive }] } });
    const completed = link({ state: 'completed' });
    const saving = link({ peerId: 'b', state: 'sending', isOutlivingShare: true });
    show({ state: 'sending', recipients: [completed, saving] });
    show({ state: 'sending', error: { code }, recipients: [completed, saving] });
    const panel = within(screen.getByRole('region', { name: 'Sending now' }));
    expect(await panel.findByText(failureText({ code }))).toBeDefined();
    await waitFor(() => expect(locks.names()).not.toContain('tandem-send abc'));
    await waitFor(() =>
      expect(panel.queryAllByRole('button', { name: 'Try Again' })).toHaveLength(buttons),
    );
    for (const button of panel.queryAllByRole('button', { name: 'Try Again' }))
      await userEvent.click(button);
    expect(retry).toHaveBeenCalledTimes(buttons);
    locks.remove();
  });
});

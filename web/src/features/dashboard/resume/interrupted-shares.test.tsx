import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { installFakeLocks } from '../../../../test/fake-locks.js';
import {
  withReloadedPage,
  createSender,
  handleOf,
  remembered,
  start,
} from '../test/reloaded-page.js';

withReloadedPage();

describe('the offer to resume', () => {
  const isOffered = () => screen.queryByText('Resume sending?') !== null;

  it('does not come back for a share that was resumed and then stopped here', async () => {
    start([remembered({ handles: [handleOf('hello').handle] })]);
    await userEvent.click(
      await screen.findByRole('button', { name: 'Resume sending: report.pdf' }),
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Stop sending' }));
    expect(await screen.findByText('Not being sent from this browser')).toBeDefined();
    expect(isOffered()).toBe(false);
  });

  it.each([
    ['is not made for one that another tab has ended', false],
    ['is made for one whose other tab was closed', true],
  ])('%s', async (_what, isUnfinished) => {
    const locks = installFakeLocks();
    const { files } = start([remembered()]);
    const close = await locks.holdElsewhere('tandem-send abc');
    expect(await screen.findByText('Live in another tab')).toBeDefined();
    expect(isOffered()).toBe(false);
    files.set('abc', remembered({ isUnfinished }));
    await close();
    expect(await screen.findByText('Not being sent from this browser')).toBeDefined();
    await waitFor(() => expect(isOffered()).toBe(isUnfinished));
    locks.remove();
  });
});

describe('a share that another device may be sending', () => {
  it('is taken from it only when the owner agrees', async () => {
    start([]);
    const input = await screen.findByLabelText('Choose file to send report.pdf', {
      selector: 'input',
    });
    const choose = async () => {
      await userEvent.upload(input, new File(['hello'], 'report.pdf'));
      return within(await screen.findByRole('dialog', { name: 'Send from this browser?' }));
    };
    const first = await choose();
    expect(first.getByText('If another device is sending this file, it stops.')).toBeDefined();
    await userEvent.click(first.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(createSender).not.toHaveBeenCalled();
    const second = await choose();
    await userEvent.click(second.getByRole('button', { name: 'Send from here' }));
    await waitFor(() => expect(createSender).toHaveBeenCalledTimes(1));
  });

  it('is announced where this browser offers to resume after a reload', async () => {
    start([remembered()]);
    expect(await screen.findByText(/If another device sends one of them now, it/)).toBeDefined();
  });
});

import { jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { config, renderApp, someUser, startApi, tidyUp } from '../../../../test/render-app.js';
import { readQrCode } from '../../../components/qr-code/test/read-qr-code.js';
import type { Identity } from '../../../lib/account/session.js';

afterEach(tidyUp);

const uri = 'otpauth://totp/Tandem:ada@example.com?secret=JBSWY3DPEHPK3PXP&issuer=Tandem';
const refusal = (code: string) => Object.assign(new Error('no'), { code });

const open = (identity: Partial<Identity>, policy: object = { offersSecondFactor: true }) => {
  startApi().answer({ 'GET /api/config': { body: { ...config, policy } } });
  renderApp('/settings', someUser(), identity);
};
const findPanel = async () => within(await screen.findByRole('region', { name: 'Second factor' }));

const enter = async (panel: Awaited<ReturnType<typeof findPanel>>, code: string) => {
  const field = await panel.findByLabelText('Six-digit code from the app');
  await userEvent.clear(field);
  await userEvent.type(field, code);
  await userEvent.click(panel.getByRole('button', { name: 'Turn On' }));
};

/** An account that gets its second factor by `confirm`. */
const withoutFactor = (confirm: (code: string) => Promise<void>): Partial<Identity> => {
  let enrolledAt: Date | null = null;
  return {
    secondFactor: () => Promise.resolve(enrolledAt && { enrolledAt }),
    startSecondFactor: () =>
      Promise.resolve({
        uri,
        secret: 'JBSWY3DPEHPK3PXP',
        confirm: async (code) => {
          await confirm(code);
          enrolledAt = new Date('2026-11-20T10:00:00');
        },
      }),
  };
};

describe('the second factor in the settings', () => {
  it('is absent where the deployment does not offer it', async () => {
    open({}, {});
    await screen.findByRole('region', { name: 'Where you are signed in' });
    expect(screen.queryByRole('region', { name: 'Second factor' })).toBeNull();
  });

  it('is loaded again after a failure', async () => {
    const secondFactor = jest
      .fn<Identity['secondFactor']>(() => Promise.resolve(null))
      .mockRejectedValueOnce(new Error('no network'));
    open({ secondFactor });
    const panel = await findPanel();
    expect((await panel.findByRole('alert')).textContent).toBe(
      'Your second factor could not be loaded.',
    );
    await userEvent.click(panel.getByRole('button', { name: 'Try Again' }));
    expect(await panel.findByRole('button', { name: 'Set Up' })).toBeDefined();
  });

  it('is turned on with a code from the app that has read the key', async () => {
    const confirm = jest.fn<(code: string) => Promise<void>>(() => Promise.resolve());
    open(withoutFactor(confirm));
    const panel = await findPanel();
    await userEvent.click(await panel.findByRole('button', { name: 'Set Up' }));
    const code = await panel.findByRole('img', { name: 'QR code for the authenticator app' });
    expect(readQrCode(code)).toBe(uri);
    expect(panel.getByText('JBSWY3DPEHPK3PXP')).toBeDefined();
    await enter(panel, '123 456');
    expect(await panel.findByText('On since 2026-11-20')).toBeDefined();
    expect(confirm.mock.calls).toEqual([['123456']]);
  });

  it('explains an incomplete code and a wrong one', async () => {
    const confirm = jest.fn(() => Promise.reject(refusal('auth/invalid-verification-code')));
    open(withoutFactor(confirm));
    const panel = await findPanel();
    await userEvent.click(await panel.findByRole('button', { name: 'Set Up' }));
    await enter(panel, '12345');
    expect(await panel.findByText('Please enter the six digits.')).toBeDefined();
    expect(confirm).not.toHaveBeenCalled();
    await enter(panel, '123456');
    expect(await panel.findByText(/incorrect or expired/)).toBeDefined();
  });

  it('announces each wrong code, and cannot be cancelled before the answer', async () => {
    let refuse = (): void => undefined;
    const confirm = () =>
      new Promise<void>((_resolve, reject) => {
        refuse = () => reject(refusal('auth/invalid-verification-code'));
      });
    open(withoutFactor(confirm));
    const panel = await findPanel();
    await userEvent.click(await panel.findByRole('button', { name: 'Set Up' }));
    const cancel = panel.getByRole('button', { name: 'Cancel' });
    for (const code of ['123456', '123457']) {
      await enter(panel, code);
      await waitFor(() => expect(panel.queryByRole('alert')).toBeNull());
      expect(cancel).toHaveProperty('disabled', true);
      act(() => refuse());
      expect((await panel.findByRole('alert')).textContent).toMatch(/incorrect or expired/);
      expect(cancel).toHaveProperty('disabled', false);
    }
  });

  it.each([
    ['auth/too-many-requests', 'Too many attempts. Please wait a moment.'],
    ['auth/network-request-failed', /^Network error: Unable to connect/],
    ['auth/internal-error', 'The second factor could not be changed. Please try again.'],
  ])('explains %s and keeps the key', async (code, text) => {
    open(withoutFactor(() => Promise.reject(refusal(code))));
    const panel = await findPanel();
    await userEvent.click(await panel.findByRole('button', { name: 'Set Up' }));
    await enter(panel, '123456');
    expect(await panel.findByText(text)).toBeDefined();
    expect(panel.getByText('JBSWY3DPEHPK3PXP')).toBeDefined();
  });

  it.each(['auth/code-expired', 'auth/invalid-verification-id', 'auth/requires-recent-login'])(
    'asks for a new key after %s',
    async (code) => {
      open(withoutFactor(() => Promise.reject(refusal(code))));
      const panel = await findPanel();
      await userEvent.click(await panel.findByRole('button', { name: 'Set Up' }));
      await enter(panel, '123456');
      expect((await panel.findByRole('alert')).textContent).toMatch(/^This key has expired/);
      expect(panel.queryByText('JBSWY3DPEHPK3PXP')).toBeNull();
      await userEvent.click(panel.getByRole('button', { name: 'Set Up' }));
      expect(await panel.findByText('JBSWY3DPEHPK3PXP')).toBeDefined();
      expect(panel.queryByRole('alert')).toBeNull();
    },
  );

  it('needs a verified address', async () => {
    open({ isEmailVerified: () => Promise.resolve(false) });
    const panel = await findPanel();
    const button = await panel.findByRole<HTMLButtonElement>('button', { name: 'Set Up' });
    expect(button.disabled).toBe(true);
    expect(panel.getByText('Verify your email address first.')).toBeDefined();
  });

  it('is offered when the user returns after the verification', async () => {
    let isVerified = false;
    open({ isEmailVerified: () => Promise.resolve(isVerified) });
    const panel = await findPanel();
    const button = await panel.findByRole<HTMLButtonElement>('button', { name: 'Set Up' });
    isVerified = true;
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    await waitFor(() => expect(button.disabled).toBe(false));
    expect(panel.queryByText('Verify your email address first.')).toBeNull();
  });

  it('is turned off after the password was confirmed', async () => {
    let isOn = true;
    const confirmPassword = jest.fn<Identity['confirmPassword']>(() => Promise.resolve());
    const removeSecondFactor = jest
      .fn<Identity['removeSecondFactor']>()
      .mockRejectedValueOnce(refusal('auth/requires-recent-login'))
      .mockImplementation(() => {
        isOn = false;
        return Promise.resolve();
      });
    const secondFactor = () =>
      Promise.resolve(isOn ? { enrolledAt: new Date('2026-11-20T10:00:00') } : null);
    open({ confirmPassword, removeSecondFactor, secondFactor });
    const panel = await findPanel();
    await userEvent.click(await panel.findByRole('button', { name: 'Turn Off' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Confirm that it is you' }));
    await userEvent.type(await dialog.findByLabelText('Password'), 'secret1');
    await userEvent.click(dialog.getByRole('button', { name: 'Confirm' }));
    expect(await panel.findByText('Off')).toBeDefined();
    expect(confirmPassword.mock.calls).toEqual([['secret1']]);
  });

  it('stays on when the password is not confirmed, and when the provider fails', async () => {
    const removeSecondFactor = jest
      .fn<Identity['removeSecondFactor']>()
      .mockRejectedValueOnce(refusal('auth/requires-recent-login'))
      .mockRejectedValue(refusal('auth/internal-error'));
    const secondFactor = () => Promise.resolve({ enrolledAt: new Date('2026-11-20T10:00:00') });
    open({ removeSecondFactor, secondFactor });
    const panel = await findPanel();
    await userEvent.click(await panel.findByRole('button', { name: 'Turn Off' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Confirm that it is you' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Close' }));
    const button = await panel.findByRole('button', { name: 'Turn Off' });
    await userEvent.click(button);
    expect((await panel.findByRole('alert')).textContent).toContain('could not be changed');
    expect(removeSecondFactor).toHaveBeenCalledTimes(2);
    expect(panel.getByText('On since 2026-11-20')).toBeDefined();
  });
});

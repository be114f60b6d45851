import { jest } from '@jest/globals';
import { act, screen } from '@testing-library/react';
import { look } from '../../../../../test/dom/tab.js';
import { createFakeEngine, plainSink } from '../../test/fake-engine.js';
import { openedShare } from '../../test/fake-server.js';
import {
  access,
  complete,
  givePassword,
  halfWay,
  lastToast,
  open,
  record,
  renewal,
  settle,
  show,
  startDownload,
  withFreshPage,
} from '../../test/opened-page.js';

withFreshPage();

describe('step 3 for the recipient', () => {
  it('Try Again restarts the connection [2.144, 4.85, 8.30]', async () => {
    const page = open();
    await startDownload(page);
    show(page, { state: 'error', error: { code: 'peer-unreachable' } });
    const sentence = 'Connection failed - unable to reach peer';
    expect(screen.getByText(sentence)).toBeTruthy();
    expect(lastToast()).toEqual(['Connection Error', sentence, 'destructive']);
    await page.user.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(page.engine.receiver.calls).toEqual(['retry']);
  });

  it.each([true, false])(
    'Try Again asks for the permission to write that the browser has withdrawn; given: %p',
    async (isAllowed) => {
      const askToWrite = jest.fn(() => Promise.resolve(isAllowed));
      const sink = { ...plainSink, askToWrite };
      const page = open(
        {},
        createFakeEngine(() => Promise.resolve(sink)),
      );
      await startDownload(page);
      show(page, { state: 'error', error: { code: 'sink-failed' } });
      await page.user.click(screen.getByRole('button', { name: 'Try Again' }));
      expect(askToWrite).not.toHaveBeenCalled();
      show(page, { state: 'error', error: { code: 'permission-lost' } });
      expect(screen.getByText(/no longer lets this page write to the file/)).toBeTruthy();
      await page.user.click(screen.getByRole('button', { name: 'Try Again' }));
      await settle();
      expect(askToWrite).toHaveBeenCalledTimes(1);
      expect(page.engine.receiver.calls).toEqual(isAllowed ? ['retry', 'retry'] : ['retry']);
    },
  );

  it('does not state a change of the sender’s file when a download cannot continue, as after a reconnect', async () => {
    const page = open();
    await startDownload(page);
    show(page, { state: 'error', stats: halfWay, error: { code: 'not-restartable' } });
    expect(screen.getByText(/^The download cannot continue where it stopped/)).toBeTruthy();
    expect(document.body.textContent).not.toMatch(/file (has )?changed/);
  });

  it('does not offer another transfer of a file that the browser blocks', async () => {
    const page = open();
    await startDownload(page);
    show(page, { state: 'error', stats: halfWay, error: { code: 'blocked-here' } });
    expect(screen.getByText(/security check .* did not allow this file/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Try Again' })).toBeNull();
  });

  it('asks for the new password in place after the owner has changed it, and keeps what has arrived', async () => {
    const page = open();
    await startDownload(page);
    show(page, { state: 'error', stats: halfWay, error: { code: 'password-changed' } });
    expect(screen.getByText(/^The password of this share was changed/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Try Again' })).toBeNull();
    await page.user.click(screen.getByRole('button', { name: 'Enter the new password' }));
    page.answers[access] = { status: 403, body: { message: 'Not this one.' } };
    await givePassword(page, 'secret');
    expect(await screen.findByText('Not this one.')).toBeTruthy();
    expect(page.engine.receiver.calls).toEqual([]);
    page.answers[access] = { body: { ...openedShare, grant: 'grant-2' } };
    await page.user.clear(screen.getByLabelText('Password'));
    await act(() => givePassword(page, 'battery staple 9'));
    expect(page.engine.receiver.calls).toEqual(['retry']);
    const { credentials } = page.engine.receiverOptions ?? {};
    expect(credentials?.kind === 'grant' && (await credentials.grant())).toBe('grant-2');
    show(page, { state: 'connecting', stats: halfWay });
    expect(screen.queryByLabelText('Password')).toBeNull();
    show(page, complete);
    await settle();
    const sent = (route: string) => page.asked.filter((call) => call.route === route);
    expect(sent(access).map(({ body }) => body)).toEqual([
      { password: 'secret' },
      { password: 'secret' },
      { password: 'battery staple 9' },
    ]);
    expect(sent(record).map(({ body }) => body)).toMatchObject([{ password: 'battery staple 9' }]);
  });

  it('asks for the password again, or tries again, where access was refused', async () => {
    const page = open({ [renewal]: { status: 403 } });
    await startDownload(page);
    const refused = { state: 'error', error: { code: 'access-denied' } } as const;
    show(page, refused);
    expect(screen.getByText('Invalid password or expired link.')).toBeTruthy();
    await page.user.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(page.engine.receiver.calls).toEqual(['retry']);
    await page.user.click(screen.getByRole('button', { name: 'Enter the password again' }));
    expect(page.asked.filter(({ route }) => route === record)).toEqual([]);
    await act(() => givePassword(page, 'battery staple 9'));
    expect(page.engine.receiver.calls).toEqual(['retry', 'retry']);
    const sent = page.asked.filter(({ route }) => route === access).map(({ body }) => body);
    expect(sent).toEqual([{ password: 'secret' }, { password: 'battery staple 9' }]);
  });

  it.each([
    ['share-ended', ['grant-2', [renewal, access]]],
    ['peer-unreachable', ['grant-1', []]],
  ])('Try Again after %s joins with %j', async (code, expected) => {
    const page = open({ [renewal]: { status: 403 } });
    await startDownload(page);
    show(page, { state: 'error', error: { code } });
    page.asked.length = 0;
    page.answers[access] = { body: { ...openedShare, grant: 'grant-2' } };
    await page.user.click(screen.getByRole('button', { name: 'Try Again' }));
    const { credentials } = page.engine.receiverOptions ?? {};
    const grant = credentials?.kind === 'grant' ? await credentials.grant() : '';
    expect([grant, page.asked.map(({ route }) => route)]).toEqual(expected);
  });

  // The engine retries when the page becomes visible, and only after errors that a new connection can solve.
  it.each(['access-denied', 'share-closed', 'digest-mismatch', 'peer-unreachable'])(
    'does not retry from the page after %s when the tab becomes visible',
    async (code) => {
      const page = open();
      await startDownload(page);
      show(page, { state: 'error', error: { code } });
      look('hidden');
      look('visible');
      act(() => jest.advanceTimersByTime(60_000));
      jest.restoreAllMocks();
      expect(page.engine.receiver.calls).toEqual([]);
    },
  );
});

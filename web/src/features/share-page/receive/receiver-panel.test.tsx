import { jest } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { installDigests, newReceipt, submissionOf } from '../../../../test/receipts.js';
import type { ReceiverSnapshot, Sink } from '../../../transfer/api.js';
import { EngineFailure } from '../../../transfer/pure.js';
import { createFakeEngine, plainSink } from '../test/fake-engine.js';
import { openedShare } from '../test/fake-server.js';
import {
  access,
  complete,
  giveDetails,
  givePassword,
  halfWay,
  isAskedBeforeLeaving,
  lastToast,
  open,
  record,
  settle,
  show,
  startDownload,
  withFreshPage,
} from '../test/opened-page.js';

withFreshPage();

const renewal = 'POST /api/shares/s1/grant';
const receiptRoute = 'POST /api/shares/s1/receipt?pending=202';

/** Sets the visibility of this tab. */
const look = (state: DocumentVisibilityState): void => {
  jest.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
};

describe('step 3 for the recipient', () => {
  it('starts on the click with the grant and the chosen sink [2.139, 8.38]', async () => {
    const page = open();
    await startDownload(page);
    expect(lastToast()[0]).toBe('Download Started');
    const options = page.engine.receiverOptions;
    expect(options?.shareId).toBe('s1');
    expect(options?.signallingUrl).toBe('ws://localhost/ws');
    expect(options?.credentials.kind).toBe('grant');
    if (options?.credentials.kind === 'grant') {
      await expect(options.credentials.grant()).resolves.toBe('grant-1');
    }
  });

  it.each<[string, Partial<ReceiverSnapshot>, string, string]>([
    [
      'connecting [2.143, 4.47]',
      { state: 'connecting' },
      'Connecting',
      'Connecting to the sender…',
    ],
    [
      'waiting [2.143, 4.48]',
      { state: 'waiting' },
      'Waiting',
      'Connected. Waiting for the sender to start…',
    ],
    [
      'receiving [2.143, 4.49]',
      { state: 'receiving', stats: halfWay },
      'Receiving',
      'Receiving file…',
    ],
    [
      'retrying [2.143, 4.84]',
      { state: 'retrying', attempt: 2 },
      'Retrying',
      'Reconnecting… attempt 2 of 5',
    ],
    ['error [2.143, 4.85]', { state: 'error' }, 'Error', 'Connection failed'],
    ['completed [2.143, 4.50]', complete, 'Completed', 'Transfer complete'],
  ])('shows the badge and status of %s', async (_, part, badge, status) => {
    const page = open();
    await startDownload(page);
    show(page, part);
    const region = screen.getByText(badge).closest('[role=status]');
    expect(region).toBeTruthy();
    expect(within(region as HTMLElement).getByText(status)).toBeTruthy();
  });

  it('shows progress with one decimal, speed and remaining time, and pauses and resumes [3.77, 3.78, 3.79, 3.80, 3.81]', async () => {
    const page = open();
    await startDownload(page);
    show(page, { state: 'receiving', stats: halfWay });
    expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('50');
    for (const figure of ['50.0%', '32.00 MB of 64.00 MB', '2.00 MB/s', '16s left']) {
      expect(screen.getByText(figure)).toBeTruthy();
    }
    expect(screen.getByText('50 percent done')).toBeTruthy();
    await page.user.click(screen.getByRole('button', { name: 'Pause' }));
    show(page, { state: 'paused', pausedBy: 'here', stats: halfWay });
    await page.user.click(screen.getByRole('button', { name: 'Resume' }));
    expect(page.engine.receiver.calls).toEqual(['pause', 'resume']);
  });

  it('offers no pause of a sender that cannot be paused', async () => {
    const page = open();
    await startDownload(page);
    show(page, { state: 'receiving', stats: halfWay, canPause: false });
    expect(screen.queryByRole('button', { name: 'Pause' })).toBeNull();
  });

  it('keeps the keyboard on the transfer when the button with the focus goes', async () => {
    const page = open();
    await startDownload(page);
    show(page, { state: 'receiving', stats: halfWay });
    const focused = () => document.activeElement?.textContent;
    act(() => screen.getByRole('button', { name: 'Pause' }).focus());
    await page.user.keyboard(' ');
    show(page, { state: 'paused', pausedBy: 'here', stats: halfWay });
    expect(focused()).toBe('Resume');
    await page.user.keyboard(' ');
    expect(page.engine.receiver.calls).toEqual(['pause', 'resume']);
    show(page, { state: 'saving', stats: halfWay });
    await act(() => jest.advanceTimersByTimeAsync(20));
    expect(focused()).toContain('All received. Checking and saving…');
    show(page, { state: 'error', error: { code: 'peer-unreachable' } });
    const again = screen.getByRole('button', { name: 'Try Again' });
    await page.user.tab();
    expect(document.activeElement).toBe(again);
    show(page, { state: 'connecting' });
    await act(() => jest.advanceTimersByTimeAsync(20));
    expect(focused()).toContain('Connecting to the sender…');
  });

  it('moves the keyboard from Download to the status of the transfer, not past it', async () => {
    const page = open();
    await givePassword(page);
    await giveDetails(page);
    act(() => screen.getByRole('button', { name: 'Download File' }).focus());
    await page.user.keyboard(' ');
    await screen.findByText('Connecting');
    await act(() => jest.advanceTimersByTimeAsync(20));
    expect(document.activeElement?.getAttribute('role')).toBe('status');
    show(page, { state: 'receiving', stats: halfWay });
    await page.user.tab();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Pause' }));
  });

  it('shows the details of the connection while the download runs, and limits it', async () => {
    localStorage.clear();
    const page = open();
    await startDownload(page);
    show(page, { state: 'receiving', stats: halfWay, connectionType: 'turn' });
    await page.user.click(await screen.findByText('Connection details'));
    expect(await screen.findByText('Through an encrypted relay')).toBeTruthy();
    await page.user.click(screen.getByRole('radio', { name: 'Use at most' }));
    expect(page.engine.receiver.calls).toEqual(['limit 1048576']);
    show(page, complete);
    expect(screen.queryByText('Connection details')).toBeNull();
    localStorage.clear();
  });

  it('says that a limit has no effect on a sender that knows none', async () => {
    const page = open();
    await startDownload(page);
    show(page, { state: 'receiving', stats: halfWay, canLimit: false });
    await page.user.click(await screen.findByText('Connection details'));
    expect(await screen.findByText(/A speed limit on this page has no effect/)).toBeTruthy();
    expect(screen.queryByRole('radio', { name: 'No limit' })).toBeNull();
  });

  it('applies the limit of this device before the connection is open', async () => {
    const limit = { bytesPerSecond: 500_000, isYielding: false };
    localStorage.setItem('rate-limit-receive', JSON.stringify(limit));
    const page = open();
    await startDownload(page);
    expect(page.engine.receiver.calls).toEqual(['limit 500000']);
    localStorage.clear();
  });

  it('submits the receipt with the grant, before anyone opens it', async () => {
    installDigests();
    const page = open({ [receiptRoute]: { status: 409 } });
    await startDownload(page);
    const receipt = newReceipt('s1');
    show(page, complete);
    show(page, { ...complete, receipt });
    show(page, { ...complete, receipt });
    await settle();
    const submitted = page.asked.filter(({ route }) => route === receiptRoute);
    expect(submitted.map(({ body }) => body)).toEqual([submissionOf(receipt)]);
    expect(submitted[0]?.init.headers).toMatchObject({ authorization: 'Grant grant-1' });
  });

  it.each([
    ['the renewed grant', { body: { ...openedShare, grant: 'grant-2' } }, 'Grant grant-2'],
    [
      'the last grant after a refusal',
      { status: 403, body: { reason: 'access-denied' } },
      'Grant grant-1',
    ],
  ])(
    'submits the receipt of a long transfer with %s, and opens the share once',
    async (_which, renewed, authorization) => {
      installDigests();
      const page = open({ [receiptRoute]: { status: 409 }, [renewal]: renewed });
      await startDownload(page);
      show(page, { state: 'receiving', stats: halfWay });
      await act(() => jest.advanceTimersByTimeAsync(10 * 60_000));
      // The first grant has expired.
      page.answers[renewal] = { status: 401 };
      await act(() => jest.advanceTimersByTimeAsync(2 * 60_000));
      show(page, { ...complete, receipt: newReceipt('s1') });
      await settle();
      const asked = (route: string) => page.asked.filter((call) => call.route === route);
      expect(asked(receiptRoute)[0]?.init.headers).toMatchObject({ authorization });
      expect([asked(renewal).length, asked(access).length]).toEqual([1, 1]);
    },
  );

  it('shows progress and completion in the tab title while another tab is visible', async () => {
    const page = open();
    await startDownload(page);
    const name = document.title;
    show(page, { state: 'receiving', stats: halfWay });
    expect(document.title).toBe(name);
    look('hidden');
    expect(document.title).toBe(`50% · ${name}`);
    show(page, { state: 'retrying', stats: { ...halfWay, progressPercent: 59.9 } });
    expect(document.title).toBe(`55% · ${name}`);
    show(page, { state: 'completed', stats: halfWay });
    expect(document.title).toBe(`✓ · ${name}`);
    look('visible');
    expect(document.title).toBe(name);
    jest.restoreAllMocks();
  });

  it.each([
    ['server', 'waiting', 'The server does not answer. Check your network, or try again.'],
    [
      'sender',
      'receiving',
      'Nothing has arrived from the sender for 15 seconds. The download continues when the sender is back. You can also try again.',
    ],
    [
      'receiver',
      'receiving',
      'This device is still saving what has arrived. The download continues after that.',
    ],
  ] as const)(
    'names the silent side, the %s, while %s, and offers another try until bytes arrive',
    async (silentSide, state, text) => {
      const page = open();
      await startDownload(page);
      show(page, { state, stats: halfWay, isSilent: true, silentSide });
      expect(screen.getByText(text)).toBeTruthy();
      fireEvent.click(screen.getByRole('button', { name: 'Try Again' }));
      expect(page.engine.receiver.calls).toContain('retry');
      show(page, { state: 'receiving', stats: halfWay });
      expect(screen.queryByText(text)).toBeNull();
      expect(screen.queryByRole('button', { name: 'Try Again' })).toBeNull();
    },
  );

  it.each([
    [
      halfWay.bytesTransferred,
      true,
      /went offline. 32.00 MB received, 32.00 MB to go. The download/,
    ],
    [halfWay.bytesTransferred, false, /32.00 MB received, 32.00 MB to go. Keep this page open/],
    [0, false, /The sender is not online yet/],
  ])(
    'says after 8 s without a sender, with %i bytes here that outlive the page (%p): %p',
    async (bytes, survivesReload, text) => {
      const page = open();
      await startDownload(page);
      const stats = { ...halfWay, bytesTransferred: bytes };
      show(page, { state: 'connecting', survivesReload, stats });
      act(() => jest.advanceTimersByTime(7_900));
      expect(screen.queryByText(text)).toBeNull();
      act(() => jest.advanceTimersByTime(200));
      expect(screen.getByText(text)).toBeTruthy();
    },
  );

  it.each([
    [48, '48.00 MB of 64.00 MB already downloaded. The download resumes from there.'],
    [64, /^The whole file \(64\.00 MB\) is already on this device\..* nothing is sent again\.$/],
  ])('says after a reload how much is here and how much is missing: %i MB', async (mib, text) => {
    localStorage.clear();
    const stored = mib * 1024 ** 2;
    const planned: (string | null)[] = [];
    const chosen: (string | null)[] = [];
    const fake = createFakeEngine(({ fileId }) => {
      chosen.push(fileId);
      return Promise.resolve(plainSink);
    });
    const engine: typeof fake = {
      ...fake,
      storedBytes: () => Promise.resolve(stored),
      planSaving(totalBytes, fileId) {
        planned.push(fileId);
        return fake.planSaving(totalBytes, fileId);
      },
    };
    const interrupted = open({}, engine);
    await startDownload(interrupted);
    show(interrupted, { ...complete, state: 'receiving', isVerified: false, stats: halfWay });
    await settle();
    interrupted.view.unmount();
    const page = open({}, engine);
    await givePassword(page);
    await giveDetails(page);
    expect(await screen.findByText(text)).toBeTruthy();
    await page.user.click(screen.getByRole('button', { name: 'Download File' }));
    await settle();
    show(page, complete);
    await settle();
    // The stored part needs no further room.
    expect([planned[0], planned.at(-1)]).toEqual([null, complete.file?.fileId]);
    expect(chosen).toEqual([null, complete.file?.fileId]);
    expect(localStorage.getItem('arrived s1')).toBeNull();
  });

  it('has a part of an earlier version replaced, and does not promise to resume it', async () => {
    localStorage.setItem('arrived s1', JSON.stringify({ fileId: 'file-1.4', totalBytes: 9 }));
    const chosen: (string | null)[] = [];
    const fake = createFakeEngine(({ fileId }) => {
      chosen.push(fileId);
      return Promise.resolve(plainSink);
    });
    const page = open({}, { ...fake, storedBytes: () => Promise.resolve(5) });
    await givePassword(page);
    await giveDetails(page);
    await settle();
    expect(screen.queryByText(/already downloaded/)).toBeNull();
    await page.user.click(screen.getByRole('button', { name: 'Download File' }));
    await settle();
    expect(chosen).toEqual(['file-1.4']);
  });

  it('says within 5 s that nothing arrives, and from whom', async () => {
    const page = open();
    await startDownload(page);
    show(page, { state: 'receiving', isStalled: true, stats: halfWay });
    expect(screen.getByText('Waiting for the sender…')).toBeDefined();
    show(page, { state: 'receiving', stats: halfWay });
    expect(screen.getByText('Receiving file…')).toBeDefined();
  });

  it('says that the sender has to allow the download', async () => {
    const page = open();
    await startDownload(page);
    show(page, { state: 'paused', pausedBy: 'there', isAwaitingApproval: true });
    expect(screen.getByText('Waiting for the sender to allow this download.')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Resume' })).toBeNull();
  });

  it('names the sender who paused, and offers Resume only for its own pause', async () => {
    const page = open();
    await startDownload(page);
    const sender = { name: 'Grace Hopper', email: 'grace@example.org' };
    show(page, { state: 'paused', pausedBy: 'there', stats: halfWay, sender });
    expect(
      screen.getByText('Grace Hopper paused. The download continues when they resume.'),
    ).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Resume' })).toBeNull();
    show(page, { state: 'paused', pausedBy: 'both', stats: halfWay, sender });
    expect(
      screen.getByText(/^You and Grace Hopper paused. The download continues when you both/),
    ).toBeDefined();
    await page.user.click(screen.getByRole('button', { name: 'Resume' }));
    expect(page.engine.receiver.calls).toEqual(['resume']);
  });

  it('shows that it is saving after the last byte, without speed and without Pause', async () => {
    const page = open();
    await startDownload(page);
    show(page, {
      state: 'saving',
      stats: { ...halfWay, bytesTransferred: halfWay.totalBytes },
    });
    expect(screen.getByText('All received. Checking and saving…')).toBeTruthy();
    expect(screen.queryByText('2.00 MB/s')).toBeNull();
    expect(screen.queryByText('16s left')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Pause' })).toBeNull();
  });

  it('records the completed download exactly once, with keepalive [3.39, 3.40, 4.51, 7.16, 8.36, 8.37]', async () => {
    const page = open();
    await startDownload(page);
    show(page, complete);
    show(page, { ...complete, connectionType: 'stun' });
    const records = page.asked.filter(({ route }) => route === record);
    expect(records).toHaveLength(1);
    expect(records[0]?.body).toEqual({
      password: 'secret',
      downloaderInfo: { name: 'Ada Byron', email: 'ada@example.org' },
      deliveryId: 'D'.repeat(22),
    });
    expect(records[0]?.init.keepalive).toBe(true);
    expect(screen.getByText("Verified, identical to the sender's copy")).toBeTruthy();
    expect(lastToast()[0]).toBe('File Received');
  });

  it('shows no verification of an unverified file and logs a failed record as a warning [7.18]', async () => {
    const warn = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
    const page = open({ [record]: { status: 500 } });
    await startDownload(page);
    show(page, { ...complete, isVerified: false });
    await settle();
    expect(screen.queryByText("Verified, identical to the sender's copy")).toBeNull();
    expect(lastToast()[0]).toBe('File Received');
    expect(warn).toHaveBeenCalledTimes(1);
    warn.mockRestore();
  });

  it('records a download with the grant where the password was changed meanwhile, and sends the old one once [7.16]', async () => {
    const page = open({ [record]: { status: 403 } });
    await startDownload(page);
    show(page, { state: 'error', error: { code: 'connection-lost' } });
    await settle();
    page.answers[record] = {};
    show(page, complete);
    await settle();
    const proofs = page.asked
      .filter(({ route }) => route === record)
      .map(({ body }) => body as { password?: string; grant?: string; outcome?: string })
      .map(({ password, grant, outcome }) => [password ?? grant, outcome]);
    expect(proofs).toEqual([
      ['secret', 'failed'],
      ['grant-1', 'failed'],
      ['grant-1', undefined],
    ]);
  });

  it('records a failure once, and a later success as well [3.111]', async () => {
    const page = open();
    await startDownload(page);
    const failed = { state: 'error', error: { code: 'peer-unreachable' } } as const;
    show(page, failed);
    show(page, { state: 'connecting' });
    show(page, failed);
    show(page, complete);
    await settle();
    const outcomes = page.asked
      .filter(({ route }) => route === record)
      .map(({ body }) => body as { outcome?: string; reason?: string })
      .map(({ outcome, reason }) => [outcome, reason]);
    expect(outcomes).toEqual([
      ['failed', 'peer-unreachable'],
      [undefined, undefined],
    ]);
  });

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

  it.each([true, false])('saves the file again, which is still here: %p', async (isHere) => {
    const saveAgain = jest.fn(() => Promise.resolve(isHere));
    const sink = { ...plainSink, saveAgain };
    const page = open(
      {},
      createFakeEngine(() => Promise.resolve(sink)),
    );
    await startDownload(page);
    show(page, { state: 'receiving', stats: halfWay });
    expect(screen.queryByRole('button', { name: 'Save again' })).toBeNull();
    show(page, { state: 'completed', stats: halfWay });
    const button = screen.getByRole('button', { name: 'Save again' });
    expect(button.previousElementSibling?.textContent).toMatch(/^Saved on this device/);
    await page.user.click(button);
    expect(saveAgain).toHaveBeenCalledTimes(1);
    await settle();
    expect(lastToast()[0] === 'File No Longer Here').toBe(!isHere);
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

  it('does not offer another transfer of a file that the browser blocks', async () => {
    const page = open();
    await startDownload(page);
    show(page, { state: 'error', stats: halfWay, error: { code: 'blocked-here' } });
    expect(screen.getByText(/security check .* did not allow this file/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Try Again' })).toBeNull();
  });

  it('offers to save again only what the browser keeps', async () => {
    const page = open();
    await startDownload(page);
    show(page, { state: 'completed', stats: halfWay });
    expect(screen.queryByRole('button', { name: 'Save again' })).toBeNull();
  });

  it('does not offer to save again what was streamed after storage was full', async () => {
    const saveAgain = () => Promise.resolve(true);
    const sink: Sink = { ...plainSink };
    let isStored = true;
    Object.defineProperty(sink, 'saveAgain', { get: () => (isStored ? saveAgain : undefined) });
    const page = open(
      {},
      createFakeEngine(() => Promise.resolve(sink)),
    );
    await startDownload(page);
    show(page, { state: 'error', error: { code: 'storage-full' } });
    isStored = false;
    show(page, { state: 'completed', stats: halfWay });
    expect(screen.queryByRole('button', { name: 'Save again' })).toBeNull();
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
    await givePassword(page, 'battery staple 9');
    await waitFor(() => expect(page.engine.receiver.calls).toEqual(['retry']));
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
    await givePassword(page, 'battery staple 9');
    await waitFor(() => expect(page.engine.receiver.calls).toEqual(['retry', 'retry']));
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

  it('warns after the tab was in the background during a transfer [4.80]', async () => {
    const page = open();
    await startDownload(page);
    show(page, { state: 'receiving', stats: halfWay });
    const hidden = jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    hidden.mockRestore();
    expect(screen.getByRole('alert').textContent).toContain('This tab was in the background');
  });

  it('asks before closing and opens links in a new tab during a transfer only', async () => {
    const opened = jest.spyOn(window, 'open').mockReturnValue(null);
    const page = open();
    await startDownload(page);
    show(page, { state: 'receiving', stats: halfWay });
    const leaving = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(leaving);
    expect(leaving.defaultPrevented).toBe(true);
    await page.user.click(screen.getByRole('link', { name: 'Terms' }));
    expect(opened).toHaveBeenCalledWith('http://localhost/terms', '_blank', 'noopener');
    const saving = document.createElement('a');
    saving.href = '#received';
    saving.download = 'holiday film.mp4';
    document.body.append(saving);
    let isPrevented: boolean | null = null;
    saving.addEventListener('click', (event) => {
      isPrevented = event.defaultPrevented;
      // jsdom would follow it.
      event.preventDefault();
    });
    saving.dispatchEvent(new MouseEvent('click', { cancelable: true }));
    saving.remove();
    expect(isPrevented).toBe(false);
    show(page, complete);
    const leavingLater = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(leavingLater);
    expect(leavingLater.defaultPrevented).toBe(false);
    opened.mockRestore();
  });

  it.each([true, false])(
    'may be left while paused if what has arrived is kept: %p',
    async (survivesReload) => {
      const page = open();
      await startDownload(page);
      show(page, { state: 'receiving', survivesReload, stats: halfWay });
      expect(isAskedBeforeLeaving()).toBe(true);
      show(page, { state: 'paused', pausedBy: 'here', survivesReload, stats: halfWay });
      expect(isAskedBeforeLeaving()).toBe(!survivesReload);
      expect(screen.queryByText(/Keep this tab open and visible/) === null).toBe(survivesReload);
      show(page, { state: 'paused', pausedBy: 'there', survivesReload, stats: halfWay });
      expect(isAskedBeforeLeaving()).toBe(true);
    },
  );

  it('keeps the screen on while bytes move, and for three minutes without any', async () => {
    const release = jest.fn(() => Promise.resolve());
    const request = jest.fn(() => Promise.resolve(Object.assign(new EventTarget(), { release })));
    Object.defineProperty(navigator, 'wakeLock', { configurable: true, value: { request } });
    const page = open();
    await startDownload(page);
    show(page, { state: 'receiving', stats: halfWay });
    await act(() => jest.advanceTimersByTimeAsync(60 * 60_000));
    expect([request, release].map(({ mock }) => mock.calls.length)).toEqual([1, 0]);
    show(page, { state: 'connecting', stats: halfWay });
    await act(() => jest.advanceTimersByTimeAsync(2 * 60_000));
    show(page, { state: 'retrying', stats: halfWay });
    expect(release).not.toHaveBeenCalled();
    await act(() => jest.advanceTimersByTimeAsync(61_000));
    expect(release).toHaveBeenCalledTimes(1);
    show(page, { state: 'receiving', stats: halfWay });
    await settle();
    expect([request, release].map(({ mock }) => mock.calls.length)).toEqual([2, 1]);
    Reflect.deleteProperty(navigator, 'wakeLock');
  });

  it('closes a session that starts after the page was unmounted', async () => {
    const engine = createFakeEngine();
    const choose = engine.chooseSink.bind(engine);
    let answer: () => void = () => undefined;
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    engine.chooseSink = async (file) => {
      await answered;
      return choose(file);
    };
    const page = open({}, engine);
    await givePassword(page);
    await giveDetails(page);
    await page.user.click(await screen.findByRole('button', { name: 'Download File' }));
    page.view.unmount();
    answer();
    await settle();
    expect(engine.receiverOptions).not.toBeNull();
    expect(engine.receiver.calls).toEqual(['close']);
  });

  it.each([
    ['only this page has what arrived', false, 'max-retries', true],
    ['a reload continues', true, 'max-retries', false],
    ['nothing of it can be used', false, 'digest-mismatch', false],
  ])('warns before a refresh after an error if %s', async (...row) => {
    const [, survivesReload, code, isWarned] = row;
    const page = open();
    await startDownload(page);
    show(page, { state: 'error', stats: halfWay, survivesReload, error: { code } });
    expect(screen.queryAllByText(/refreshing it loses what has arrived/)).toHaveLength(
      isWarned ? 1 : 0,
    );
    expect(isAskedBeforeLeaving()).toBe(isWarned);
    page.view.unmount();
    expect(isAskedBeforeLeaving()).toBe(false);
  });

  it('reports a failing picker, but not a cancelled one [8.35]', async () => {
    const cancelled = createFakeEngine(() =>
      Promise.reject(new DOMException('closed', 'AbortError')),
    );
    const page = open({}, cancelled);
    await givePassword(page);
    await giveDetails(page);
    await page.user.click(await screen.findByRole('button', { name: 'Download File' }));
    await settle();
    const again = await screen.findByRole('button', { name: 'Download File' });
    expect(lastToast()[0]).toBe('Information Received');

    cancelled.chooseSink = () => Promise.reject(new Error('no disk'));
    await page.user.click(again);
    await screen.findByRole('button', { name: 'Download File' });
    await settle();
    expect(lastToast()).toEqual([
      'Download Failed',
      'Failed to start download. Please try again.',
      'destructive',
    ]);
  });

  const startWith = async (cause: Error) => {
    const page = open(
      {},
      createFakeEngine(() => Promise.reject(cause)),
    );
    await givePassword(page);
    await giveDetails(page);
    await page.user.click(await screen.findByRole('button', { name: 'Download File' }));
    await settle();
    return page;
  };

  it('says what to do where the dialog was closed, or did not appear', async () => {
    const page = await startWith(new DOMException('The user aborted a request.', 'AbortError'));
    expect(screen.getByText(/^No place was chosen\..*If no dialog appeared/)).toBeTruthy();
    page.engine.chooseSink = () => Promise.resolve(plainSink);
    await page.user.click(screen.getByRole('button', { name: 'Download File' }));
    await settle();
    expect(screen.queryByText(/^No place was chosen/)).toBeNull();
  });

  it('says that nothing can be written to the chosen place', async () => {
    await startWith(new EngineFailure('sink-failed'));
    expect(lastToast()).toEqual([
      'Download Failed',
      'The file could not be created in that place. Choose another one.',
      'destructive',
    ]);
    expect(screen.queryByText(/^No place was chosen/)).toBeNull();
  });

  it.each([
    [
      { handOver: { afterMs: 0 }, saveAgain: () => Promise.resolve(true) },
      /^Complete \(64\.00 MB\)\. Your browser now saves it.* Save again, or/,
      / is complete\. /,
    ],
    [
      { handOver: { afterMs: 10_000 } },
      /^Complete \(64\.00 MB\)\. Your browser now saves it.* open this link and download it again/,
      / is complete\. /,
    ],
    [{}, /^Saved on this device \(64\.00 MB\)/, / has been saved on /],
  ])(
    'says that the file is saved only where the browser no longer asks: %j',
    async (part: Partial<Sink>, text, description) => {
      const sink: Sink = { ...plainSink, ...part };
      const page = open(
        {},
        createFakeEngine(() => Promise.resolve(sink)),
      );
      await startDownload(page);
      show(page, complete);
      expect(screen.getByText(text)).toBeTruthy();
      const [title, said] = lastToast();
      expect([title, said]).toEqual(['File Received', expect.stringMatching(description)]);
    },
  );

  const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15';
  const android = 'Mozilla/5.0 (Linux; Android 15; Pixel 8';
  const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)';
  it.each([
    ['Safari', `${iphone} (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1`, false],
    [
      'Chrome on iOS',
      `${iphone} (KHTML, like Gecko) CriOS/130.0 Mobile/15E148 Safari/604.1`,
      false,
    ],
    ['a web view on iOS', `${iphone} (KHTML, like Gecko) Mobile/15E148`, true],
    ['a web view on an iPad', `${mac} AppleWebKit/605.1.15 (KHTML, like Gecko)`, true],
    ['Safari on a Mac', `${mac} AppleWebKit/605.1.15 Version/26.0 Safari/605.1.15`, false],
    ['Chrome on a Mac', `${mac} AppleWebKit/537.36 Chrome/156.0 Safari/537.36`, false],
    ['Firefox on a Mac', `${mac} Gecko/20100101 Firefox/153.0`, false],
    ['Facebook on iOS', `${iphone} Mobile/15E148 Safari/604.1 [FBAN/FBIOS;FBAV/500.0]`, true],
    [
      'Chrome on Android',
      `${android}) AppleWebKit/537.36 Chrome/130.0 Mobile Safari/537.36`,
      false,
    ],
    [
      'a web view on Android',
      `${android}; wv) AppleWebKit/537.36 Chrome/130.0 Mobile Safari/537.36`,
      true,
    ],
    ['Instagram', `${android}) Chrome/130.0 Mobile Safari/537.36 Instagram 350.0`, true],
  ])('warns before the download in %s, if it may not save files', async (_, agent, isWarned) => {
    const userAgent = jest.spyOn(navigator, 'userAgent', 'get').mockReturnValue(agent);
    const page = open();
    await givePassword(page);
    await giveDetails(page);
    await screen.findByRole('button', { name: 'Check the connection' });
    expect(screen.queryByText(/open inside another app/) !== null).toBe(isWarned);
    userAgent.mockRestore();
  });

  it('closes the session on unmount', async () => {
    const page = open();
    await startDownload(page);
    page.view.unmount();
    expect(page.engine.receiver.calls).toEqual(['close']);
  });
});

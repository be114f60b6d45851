import { jest } from '@jest/globals';
import { screen } from '@testing-library/react';
import { setSession } from '../../../../lib/account/session.js';
import {
  complete,
  givePassword,
  lastToast,
  open,
  record,
  settle,
  show,
  startDownload,
  withFreshPage,
} from '../../test/opened-page.js';

withFreshPage();

describe('step 3 for the recipient', () => {
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

  it('records a download with the grant where the password has changed since, and sends the old one once [7.16]', async () => {
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

  it('records a download with the grant while strangers behind the same address guess passwords', async () => {
    const page = open({ [record]: { status: 429, body: { reason: 'too-many-attempts' } } });
    await startDownload(page);
    show(page, complete);
    page.answers[record] = {};
    await settle();
    const proofs = page.asked
      .filter(({ route }) => route === record)
      .map(({ body }) => body as { password?: string; grant?: string })
      .map(({ password, grant }) => password ?? grant);
    expect(proofs).toEqual(['secret', 'grant-1']);
  });

  it('records a recipient whose account has a longer name than reports take', async () => {
    const user = {
      uid: 'u',
      email: 'ada@example.org',
      displayName: 'A'.repeat(256),
      photoURL: null,
    };
    setSession({ status: 'user', user });
    const page = open();
    await givePassword(page);
    await page.user.click(await screen.findByRole('button', { name: 'Continue to Download' }));
    await page.user.click(await screen.findByRole('button', { name: 'Download File' }));
    await screen.findByText('Connecting');
    await settle();
    show(page, complete);
    const recorded = page.asked.find(({ route }) => route === record);
    expect(recorded?.body).toMatchObject({ downloaderInfo: { name: 'A'.repeat(200) } });
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
});

import { waitFor } from '@testing-library/react';
import { warnBeforeLeaving } from '../../../lib/browser/leave-warning.js';
import { CodeNotLoaded } from '../../../lib/code-not-loaded.js';
import { createFakeSession } from '../test/fake-session.js';
import {
  withFreshLocks,
  shareId,
  share,
  file,
  phases,
  locks,
  openTransfers,
} from '../test/sent-share.js';

withFreshLocks();

describe('a share whose code does not arrive', () => {
  const fail = async (page: ReturnType<typeof openTransfers>, count: number): Promise<void> => {
    (await page.called(count)).reject(new CodeNotLoaded(new TypeError('404')));
    await waitFor(() => expect(page.state()).toBe('error'));
  };
  const failed = async () => {
    const page = openTransfers();
    const isStarted = page.transfers.start(share, file('report.pdf'));
    await fail(page, 1);
    await isStarted;
    return page;
  };
  afterEach(() => warnBeforeLeaving('test', false));

  it('is shown as failed for that reason, and is sent once the code arrives', async () => {
    const page = await failed();
    expect(page.shown()?.error?.code).toBe('code-not-loaded');
    expect(page.notices).toEqual(['report.pdf - Transfer Failed']);
    page.transfers.retry(shareId);
    (await page.called(2)).resolve(createFakeSession().session);
    await waitFor(() => expect(page.state()).toBe('waiting'));
    expect(page.reload).not.toHaveBeenCalled();
  });

  it('loads the page again when the code does not arrive at a second attempt either', async () => {
    const page = await failed();
    page.transfers.retry(shareId);
    await fail(page, 2);
    await waitFor(() => expect(page.reload).toHaveBeenCalledTimes(1));
  });

  it('interrupts nothing that is under way', async () => {
    const page = await failed();
    warnBeforeLeaving('test', true);
    page.transfers.retry(shareId);
    await fail(page, 2);
    page.transfers.retry(shareId);
    await page.called(3);
    expect(page.reload).not.toHaveBeenCalled();
  });
});

describe('a share that this tab sends', () => {
  it.each([
    ['starting', 'connecting', true],
    ['running', 'waiting', true],
    ['failed', 'error', false],
    ['ended', undefined, false],
  ] as const)(
    'while %s is shown as %p, and locked for other tabs: %p',
    async (phase, state, is) => {
      const page = openTransfers();
      await page.reach[phase]();
      expect(page.state()).toBe(state);
      await waitFor(() => expect(page.isLocked()).toBe(is));
    },
  );

  it('is sent once when it is started twice at the same time, with the second file', async () => {
    const page = openTransfers();
    const first = await page.begin('first.pdf');
    const second = await page.begin('second.pdf');
    second.call.resolve(second.fake.session);
    await second.isStarted;
    first.call.resolve(first.fake.session);
    await first.isStarted;
    expect(first.fake.close).toHaveBeenCalledTimes(1);
    expect(second.fake.close).not.toHaveBeenCalled();
    first.fake.show({ state: 'completed' });
    expect(page.state()).toBe('waiting');
    await waitFor(() => expect(page.files.get(shareId)?.fileId).toBe('id of second.pdf'));
    await waitFor(() => expect(locks.names()).toHaveLength(1));
  });

  it('is not shown as failed by a start that another one has replaced', async () => {
    const page = openTransfers();
    const first = await page.begin();
    await page.reach.running();
    first.call.reject(new Error('offline'));
    await first.isStarted;
    expect(page.state()).toBe('waiting');
    expect(page.notices).toEqual([]);
    expect(page.isLocked()).toBe(true);
  });

  it('replaces a running session when it is started again', async () => {
    const page = openTransfers();
    const { fake } = await page.reach.running();
    await page.begin();
    expect(fake.close).toHaveBeenCalledTimes(1);
    fake.show({ state: 'error' });
    expect(page.state()).toBe('connecting');
  });

  it('starts again with the same file after a failed start', async () => {
    const page = openTransfers();
    const { call } = await page.reach.failed();
    expect(page.notices).toEqual(['report.pdf - Connection Error']);
    page.transfers.retry(shareId);
    const again = await page.called(2);
    expect(again.options.file).toBe(call.options.file);
    expect(page.state()).toBe('connecting');
    expect(page.isLocked()).toBe(true);
    again.resolve(createFakeSession().session);
    await waitFor(() => expect(page.state()).toBe('waiting'));
  });

  it('leaves a retry to a running session, and has nothing to retry before and after it', async () => {
    const page = openTransfers();
    const { fake } = await page.reach.running();
    page.transfers.retry(shareId);
    expect(fake.retry).toHaveBeenCalledTimes(1);
    page.transfers.end(shareId);
    page.transfers.retry(shareId);
    await page.reach.starting();
    page.transfers.retry(shareId);
    expect([fake.retry.mock.calls.length, page.starts.length]).toEqual([1, 2]);
  });

  it('lets its session join the room again when it is restarted while running', async () => {
    const page = openTransfers();
    const { fake } = await page.reach.running();
    expect(page.transfers.restart(shareId)).toBe(true);
    expect(fake.restart).toHaveBeenCalledTimes(1);
    expect(fake.close).not.toHaveBeenCalled();
    fake.show({ state: 'sending' });
    expect([page.state(), page.starts.length]).toEqual(['sending', 1]);
  });

  it.each(['starting', 'failed', 'ended'] as const)('restarts while %s', async (phase) => {
    const page = openTransfers();
    await page.reach[phase]();
    expect(page.transfers.restart(shareId)).toBe(true);
    (await page.called(2)).resolve(createFakeSession().session);
    await waitFor(() => expect(page.state()).toBe('waiting'));
  });

  it.each(['starting', 'failed'] as const)(
    'starts again with another password while %s',
    async (phase) => {
      const page = openTransfers();
      await page.reach[phase]();
      page.transfers.change(shareId, true, true);
      const { options } = await page.called(2);
      expect(options.asksFirst?.()).toBe(true);
    },
  );

  it('lets its session join the room again with another password', async () => {
    const page = openTransfers();
    const { call, fake } = await page.reach.running();
    page.transfers.change(shareId, true, true);
    expect(fake.restart.mock.calls).toEqual([['password-changed']]);
    expect(fake.close).not.toHaveBeenCalled();
    await waitFor(() => expect(call.options.asksFirst?.()).toBe(true));
  });

  it('does not start with another password after its end', async () => {
    const page = openTransfers();
    await page.reach.ended();
    page.transfers.change(shareId, true, true);
    expect(page.state()).toBeUndefined();
  });

  it.each(phases)('ends while %s, and can be restarted', async (phase) => {
    const page = openTransfers();
    const { call, isStarted, fake } = await page.reach[phase]();
    page.transfers.end(shareId);
    call.resolve(fake.session);
    await isStarted;
    expect(page.state()).toBeUndefined();
    await waitFor(() => expect(page.isLocked()).toBe(false));
    expect(fake.close).toHaveBeenCalledTimes(phase === 'failed' ? 0 : 1);
    expect(page.files.get(shareId)?.isUnfinished ?? false).toBe(false);
    expect(page.transfers.restart(shareId)).toBe(true);
  });

  it.each(phases)('is unknown after its deletion while %s', async (phase) => {
    const page = openTransfers();
    await page.reach[phase]();
    page.transfers.forget(shareId);
    expect(page.state()).toBeUndefined();
    expect(page.files.has(shareId)).toBe(false);
    expect(page.transfers.restart(shareId)).toBe(false);
  });

  it('leaves no file entry when it is deleted before its file is identified', async () => {
    const page = openTransfers();
    const finishIdentify = page.delayIdentify();
    const { call, isStarted, fake } = await page.begin();
    call.resolve(fake.session);
    await isStarted;
    page.transfers.forget(shareId);
    await finishIdentify();
    expect(page.files.size).toBe(0);
  });

  it('is sent and resumable again after a sign-out that has failed', async () => {
    const page = openTransfers();
    const { call } = await page.reach.running();
    page.transfers.stopAll();
    expect(page.files.get(shareId)?.isUnfinished).toBe(false);
    page.transfers.startStopped();
    const again = await page.called(2);
    expect(again.options.file).toBe(call.options.file);
    again.resolve(createFakeSession().session);
    await waitFor(() => expect(page.files.get(shareId)?.isUnfinished).toBe(true));
    expect([page.state(), page.isLocked()]).toEqual(['waiting', true]);
  });

  it('stays stopped if the user stops it during a sign-out that fails', async () => {
    const page = openTransfers();
    await page.reach.running();
    page.transfers.stopAll();
    page.transfers.end(shareId);
    page.transfers.startStopped();
    expect(page.state()).toBeUndefined();
  });

  it.each(phases)('ends for good when the user signs out while %s', async (phase) => {
    const page = openTransfers();
    const { call, isStarted, fake } = await page.reach[phase]();
    page.transfers.endAll();
    call.resolve(fake.session);
    await isStarted;
    expect(fake.close).toHaveBeenCalledTimes(phase === 'failed' ? 0 : 1);
    expect(page.state()).toBeUndefined();
    expect(page.files.size).toBe(0);
    await waitFor(() => expect(page.isLocked()).toBe(false));
    page.transfers.retry(shareId);
    expect(page.transfers.restart(shareId)).toBe(false);
    void page.transfers.start(share, file('report.pdf'));
    expect(page.state()).toBeUndefined();
    expect([page.starts.length, page.transfers.hasEnded()]).toEqual([1, true]);
  });
});

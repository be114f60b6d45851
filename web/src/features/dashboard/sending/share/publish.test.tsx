import { newReceipt } from '../../../../../test/receipts.js';
import { recipientStatus } from '../../../../../test/snapshots.js';
import type { RecipientStatus } from '../../../../transfer/api.js';
import { withFreshLocks, shareId, openTransfers } from '../../test/sent-share.js';

withFreshLocks();

describe('what a session reports', () => {
  const sending = recipientStatus({ peerId: 'p1', state: 'sending' });
  const moved = { ...sending.stats, bytesTransferred: 7 };

  it('is shown four times a second while only figures change', async () => {
    const page = openTransfers();
    const { fake } = await page.reach.running();
    page.wait(250);
    fake.show({ state: 'sending', recipients: [sending] });
    page.wait(249);
    fake.show({ state: 'sending', recipients: [{ ...sending, stats: moved }] });
    expect(page.shown()?.recipients[0]?.stats.bytesTransferred).toBe(0);
    page.wait(1);
    fake.show({ state: 'sending', recipients: [{ ...sending, stats: moved }] });
    expect(page.shown()?.recipients[0]?.stats.bytesTransferred).toBe(7);
  });

  it('is not shown immediately when it is equal to what is shown', async () => {
    const page = openTransfers();
    const { fake } = await page.reach.running();
    const named = (): RecipientStatus => ({ ...sending, person: { name: 'Ada', email: 'a@b.c' } });
    fake.show({ state: 'sending', recipients: [named()] });
    const shown = page.shown();
    fake.show({ state: 'sending', recipients: [named()] });
    expect(page.shown()).toBe(shown);
  });

  it.each<[string, Partial<RecipientStatus>]>([
    ['state', { state: 'paused' }],
    ['attempt', { attempt: 1 }],
    ['receipt', { receipt: newReceipt(shareId) }],
    ['newest field', { newest: true } as Partial<RecipientStatus>],
    ['pausedBy', { pausedBy: 'there' }],
    ['person', { person: { name: 'Grace', email: 'grace@example.com' } }],
    ['proof', { proof: 'asking' }],
    ['approval', { approval: 'asking' }],
    ['isStalled', { isStalled: true }],
    ['isSilent', { isSilent: true }],
    ['isVerified', { isVerified: true }],
    ['connectionType', { connectionType: 'turn' }],
    ['error', { error: { code: 'channel-error' } }],
  ])('is shown at once when it changes the %s of a recipient', async (_name, part) => {
    const page = openTransfers();
    const { fake } = await page.reach.running();
    fake.show({ state: 'sending', recipients: [sending] });
    fake.show({ state: 'sending', recipients: [{ ...sending, ...part }] });
    expect(page.shown()?.recipients[0]).toMatchObject(part);
  });

  it('ends the offer to resume with the last delivery, until another recipient comes', async () => {
    const page = openTransfers();
    const { fake } = await page.reach.running();
    const offers = (): boolean => page.files.get(shareId)?.isUnfinished === true;
    expect(offers()).toBe(true);
    const done = recipientStatus({ peerId: 'p1', state: 'completed' });
    fake.show({ state: 'completed', recipients: [done] });
    expect([offers(), page.delivered]).toEqual([false, [shareId]]);
    fake.show({ state: 'sending', recipients: [done, { ...sending, peerId: 'p2' }] });
    expect([offers(), page.delivered]).toEqual([true, [shareId]]);
  });
});

import { recipientStatus, senderSnapshot } from '../../../../test/snapshots.js';
import { canReset, isSenderBusy, senderToasts, senderView } from './sender-view.js';

describe('the sender panel', () => {
  it.each([
    ['idle', 'Ready', '[2.145]'],
    ['connecting', 'Connecting', '[2.146]'],
    ['waiting', 'Waiting', '[2.147]'],
    ['sending', 'Sending', '[2.148]'],
    ['completed', 'Complete', '[2.149]'],
    ['error', 'Error', '[2.150]'],
    ['retrying', 'Retrying', '[2.151]'],
  ] as const)('labels %s as %s %s', (state, badge, _tag) => {
    expect(senderView(senderSnapshot({ state })).badge).toBe(badge);
    expect(canReset(state)).toBe(state === 'error' || state === 'completed');
    expect(isSenderBusy(state)).toBe(!['idle', 'error', 'completed'].includes(state));
  });

  it('shows the attempt out of 5 [4.58]', () => {
    const view = senderView(senderSnapshot({ state: 'retrying', attempt: 4 }));
    expect(view.status).toContain('4 of 5');
  });

  it('shows a toast when ready and for each recipient [8.39, 8.40]', () => {
    const waiting = senderSnapshot({ state: 'waiting' });
    const joined = senderSnapshot({ state: 'waiting', recipients: [recipientStatus()] });
    const titles = (before: typeof waiting, now: typeof waiting) =>
      senderToasts(before, now).map(({ title }) => title);
    expect(titles(senderSnapshot(), waiting)).toEqual(['Ready to Send']);
    expect(titles(waiting, joined)).toEqual(['Receiver Connected']);
    expect(titles(joined, joined)).toEqual([]);
  });

  it('says that the user has to decide about a recipient', () => {
    const person = { name: 'Rita', email: 'rita@example.org' };
    const held = senderSnapshot({
      state: 'waiting',
      recipients: [recipientStatus({ person, approval: 'pending' })],
    });
    const asking = senderSnapshot({
      state: 'waiting',
      recipients: [recipientStatus({ person, approval: 'asking' })],
    });
    expect(senderView(asking)).toMatchObject({
      badge: 'Waiting for you',
      status: 'A recipient is waiting for your decision.',
    });
    const titles = senderToasts(held, asking).map(({ title }) => title);
    expect(titles).toEqual(['Rita wants to download this file.']);
  });

  it('asks nothing about a recipient whose transfer has ended', () => {
    const ended = recipientStatus({ state: 'error', approval: 'asking', proof: 'asking' });
    const view = senderView(senderSnapshot({ state: 'completed', recipients: [ended] }));
    expect(view.badge).toBe('Complete');
  });
});

import { initialFlow, nextFlow, type Access, type Flow, type FlowEvent } from '../session/flow.js';
import { isUnderWay, receiverToast, receiverView } from '../receive/receiver-view.js';
import { canReset, isSenderBusy, senderToasts, senderView } from '../send/sender-view.js';
import { noStats, receiverSnapshot, senderSnapshot } from '../test/fake-engine.js';
import { openedShare } from '../test/fake-server.js';

const access: Access = { share: openedShare, password: 'p' };
const owned: Access = { share: { ...openedShare, isOwner: true }, password: 'p' };
const downloader = { name: 'Ada', email: 'a@b.c' };

const verifying: Flow = { step: 'password', isVerifying: true, problem: null };
const details: Flow = { step: 'details', access };
const receiver: Flow = { step: 'receiver', access, downloader };
const sender: Flow = { step: 'sender', access: owned };

const submitted: FlowEvent = { type: 'password-submitted' };
const refused: FlowEvent = { type: 'refused', message: 'no' };
const opened: FlowEvent = { type: 'opened', access };
const given: FlowEvent = { type: 'details-given', downloader };

describe('share access: password → share loaded → details → panel (specification, section 4)', () => {
  it.each<[string, Flow, FlowEvent, Flow]>([
    ['a password is checked', initialFlow, submitted, verifying],
    ['a second click changes nothing', verifying, submitted, verifying],
    [
      'a refusal returns to the form',
      verifying,
      refused,
      { step: 'password', isVerifying: false, problem: 'no' },
    ],
    ['a recipient goes on to details', verifying, opened, details],
    ['the owner goes straight to sending', verifying, { type: 'opened', access: owned }, sender],
    ['details lead to the panel', details, given, receiver],
    ['details before the password are ignored', verifying, given, verifying],
    ['a late refusal is ignored', details, refused, details],
    ['a late answer is ignored', receiver, opened, receiver],
    ['the owner gives no details', sender, given, sender],
  ])('%s [4.61, 4.62, 4.63, 6.17]', (_, from, event, to) => {
    expect(nextFlow(from, event)).toEqual(to);
  });
});

describe('receiver panel (specification, sections 4 and 8)', () => {
  it('is ready before the click, and only then and at the ends may be left freely', () => {
    expect(receiverView(null).badge).toBe('Ready');
    expect((['ready', 'completed', 'error'] as const).map(isUnderWay)).toEqual([
      false,
      false,
      false,
    ]);
    expect(
      (['connecting', 'waiting', 'receiving', 'paused', 'retrying'] as const).every(isUnderWay),
    ).toBe(true);
  });

  const moved = { ...noStats, bytesTransferred: 1 };
  it.each([
    ['peer connected', receiverSnapshot(), receiverSnapshot({ state: 'waiting' }), 'Connected'],
    [
      'first retry',
      receiverSnapshot(),
      receiverSnapshot({ state: 'retrying', attempt: 1 }),
      'Reconnecting...',
    ],
    [
      'next retry',
      receiverSnapshot({ state: 'retrying', attempt: 1 }),
      receiverSnapshot({ state: 'retrying', attempt: 2 }),
      'Reconnecting...',
    ],
    [
      'the same retry',
      receiverSnapshot({ state: 'retrying', attempt: 2 }),
      receiverSnapshot({ state: 'retrying', attempt: 2 }),
      undefined,
    ],
    ['no connection', receiverSnapshot(), receiverSnapshot({ state: 'error' }), 'Connection Error'],
    [
      'lost half-way',
      receiverSnapshot({ state: 'receiving', stats: moved }),
      receiverSnapshot({ state: 'error' }),
      'Transfer Failed',
    ],
    [
      'progress only',
      receiverSnapshot({ state: 'receiving' }),
      receiverSnapshot({ state: 'receiving', stats: moved }),
      undefined,
    ],
    ['done', receiverSnapshot(), receiverSnapshot({ state: 'completed' }), 'File Received'],
  ])('%s [8.36, 8.37]', (_, before, now, title) => {
    expect(receiverToast(before, now)?.title).toBe(title);
  });

  it('counts attempts in the words of the specification [8.32]', () => {
    const toast = receiverToast(null, receiverSnapshot({ state: 'retrying', attempt: 3 }));
    expect(toast?.description).toBe('Connection attempt 3 of 5');
  });

  it('falls back to Failed to connect [8.31]', () => {
    expect(receiverToast(null, receiverSnapshot({ state: 'error' }))?.description).toBe(
      'Failed to connect',
    );
  });
});

describe('sender panel (specification, section 2: badge labels)', () => {
  it.each([
    ['idle', 'Ready'],
    ['connecting', 'Connecting'],
    ['waiting', 'Waiting'],
    ['sending', 'Sending'],
    ['completed', 'Complete'],
    ['error', 'Error'],
    ['retrying', 'Retrying'],
  ] as const)(
    '%s is labelled %s [2.145, 2.146, 2.147, 2.148, 2.149, 2.150, 2.151]',
    (state, badge) => {
      expect(senderView(senderSnapshot({ state })).badge).toBe(badge);
      expect(canReset(state)).toBe(state === 'error' || state === 'completed');
      expect(isSenderBusy(state)).toBe(!['idle', 'error', 'completed'].includes(state));
    },
  );

  it('says retrying x of 5 [4.58]', () => {
    const view = senderView(senderSnapshot({ state: 'retrying', attempt: 4 }));
    expect(view.status).toContain('4 of 5');
  });

  it('greets a newcomer and tells when it is ready [8.39, 8.40]', () => {
    const waiting = senderSnapshot({ state: 'waiting' });
    expect(senderToasts(senderSnapshot(), waiting).map(({ title }) => title)).toEqual([
      'Ready to Send',
    ]);
    const joined = senderSnapshot({
      state: 'waiting',
      recipients: [
        {
          peerId: 'a',
          state: 'waiting',
          stats: noStats,
          attempt: 0,
          isSilent: false,
          connectionType: 'unknown',
          isVerified: false,
          error: null,
        },
      ],
    });
    expect(senderToasts(waiting, joined).map(({ title }) => title)).toEqual(['Receiver Connected']);
    expect(senderToasts(joined, joined)).toEqual([]);
  });
});

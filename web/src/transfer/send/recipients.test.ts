import { emptyStats } from '../progress/progress.js';
import { returnGraceMs } from '../support/constants.js';
import { createFakeClock } from '../test/support/clocks/fake-clock.js';
import type { RecipientStatus } from './recipient/recipient-status.js';
import type { Recipient } from './recipient/recipient.js';
import { maxRecipients, Recipients } from './recipients.js';

/** Every place is taken by a recipient that receives. */
const setUp = () => {
  const inRoom = new Set<string>();
  const created: string[] = [];
  const finished = new Set<string>();
  const pathDown = new Set<string>();
  const clock = createFakeClock();
  const create = (peerId: string): Recipient => {
    created.push(peerId);
    const recipient: Partial<Recipient> = {
      isFinished: () => finished.has(peerId),
      isChannelOpen: () => true,
      isDeclined: () => false,
      isIdle: () => false,
      isPathDown: () => pathDown.has(peerId),
      status: () => ({ stats: emptyStats }) as RecipientStatus,
      deliveryId: () => peerId,
      abandon: () => undefined,
      close: () => undefined,
    };
    return recipient as Recipient;
  };
  const recipients = new Recipients({
    clock,
    room: { has: (peerId) => inRoom.has(peerId), isJoined: () => true },
    create,
    onAdded: () => undefined,
    onLeft: () => recipients.admitWaiting(),
  });
  const join = (peerId: string): void => {
    inRoom.add(peerId);
    recipients.admit(peerId);
  };
  const leave = (peerId: string): void => {
    inRoom.delete(peerId);
    recipients.leave(peerId);
  };
  for (let n = 0; n < maxRecipients; n += 1) join(`first-${n}`);
  created.length = 0;
  return { recipients, clock, inRoom, finished, pathDown, created, join, leave };
};

describe('the recipients of a session whose places are taken', () => {
  it('admits those that wait in the order of their joins: one that has left and returned is the last', () => {
    const { recipients, inRoom, finished, created, join, leave } = setUp();
    join('one');
    join('other');
    leave('one');
    join('one');
    for (const gone of ['first-0', 'first-1']) {
      finished.add(gone);
      inRoom.delete(gone);
      recipients.admitWaiting();
    }
    expect(created).toEqual(['other', 'one']);
    recipients.close();
  });

  it('gives the place of one that does not return over its interrupted path to the next', () => {
    const { recipients, clock, pathDown, created, join, leave } = setUp();
    join('next');
    clock.advance(1);
    pathDown.add('first-0');
    leave('first-0');
    clock.advance(returnGraceMs);
    expect(created).toEqual(['next']);
    recipients.close();
  });
});

import { openedShare } from '../test/fake-server.js';
import { initialFlow, nextFlow, type Access, type Flow, type FlowEvent } from './flow.js';
import { createGrantKeeper } from './grant-keeper.js';

const access: Access = {
  share: openedShare,
  grantKeeper: createGrantKeeper(openedShare, 'p'),
  linkKey: null,
};
const owned: Access = { ...access, share: { ...openedShare, isOwner: true } };
const downloader = { name: 'Ada', email: 'a@b.c' };

const verifying: Flow = { step: 'password', isVerifying: true, error: null };
const details: Flow = { step: 'details', access };
const receiver: Flow = { step: 'receiver', access, downloader };
const sender: Flow = { step: 'sender', access: owned };

const submitted: FlowEvent = { type: 'password-submitted' };
const refused: FlowEvent = { type: 'refused', message: 'no' };
const opened: FlowEvent = { type: 'opened', access };
const given: FlowEvent = { type: 'details-given', downloader };

describe('share access: password → share loaded → details → panel', () => {
  it.each<[string, Flow, FlowEvent, Flow]>([
    ['verifies a submitted password', initialFlow, submitted, verifying],
    ['ignores a second click', verifying, submitted, verifying],
    [
      'returns to the form after a refusal',
      verifying,
      refused,
      { step: 'password', isVerifying: false, error: 'no' },
    ],
    ['asks a recipient for details [4.61, 4.62, 6.17]', verifying, opened, details],
    ['shows the owner the sender panel', verifying, { type: 'opened', access: owned }, sender],
    ['shows the receiver panel after the details [4.63, 6.17]', details, given, receiver],
    ['ignores details before the password', verifying, given, verifying],
    ['ignores a late refusal', details, refused, details],
    ['ignores a late answer', receiver, opened, receiver],
    ['ignores details of the owner', sender, given, sender],
  ])('%s', (_, from, event, to) => {
    expect(nextFlow(from, event)).toEqual(to);
  });
});

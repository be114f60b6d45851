/** Both sides name their person once the transfer is negotiated: docs/protocol.md, 2.7. */

import { readPeerDetails } from '../support/peer-details.js';
import { parseControl } from '../wire/control-messages.js';
import { createHarness, type Harness } from './support/session-harness.js';
import { createTestSink, randomFile, until } from './support/session-support.js';

const ada = { name: 'Ada Lovelace', email: 'ada@example.test', basis: 'signed-in' } as const;
const grace = {
  name: 'Grace Hopper',
  email: 'grace@example.test',
  basis: 'self-declared',
} as const;

describe('the details of the other side', () => {
  let harness: Harness;
  beforeEach(() => {
    harness = createHarness();
  });
  afterEach(() => harness.close());

  it('reach the sender and the recipient', async () => {
    const sender = harness.send(randomFile(1_000).file, undefined, ada);
    const receiver = harness.receive(createTestSink(), undefined, undefined, grace);
    const { recipients } = await until(sender, ({ recipients: [first] }) => first?.person != null);
    expect(recipients[0]?.person).toEqual(grace);
    expect((await until(receiver, ({ sender: known }) => known !== null)).sender).toEqual(ada);
    expect((await until(receiver, ({ state }) => state === 'completed')).state).toBe('completed');
  });

  it('are absent from a peer that names no person', async () => {
    const sender = harness.send(randomFile(1_000).file);
    const receiver = harness.receive(createTestSink());
    const snapshot = await until(receiver, ({ state }) => state === 'completed');
    expect(snapshot.sender).toBeNull();
    expect(sender.getSnapshot().recipients[0]?.person).toBeNull();
  });

  it('have no basis but the two that this version knows', () => {
    const stated = { type: 'peer-details', name: 'Ada', email: 'a@b', basis: 'verified' };
    expect(parseControl(JSON.stringify(stated))).toEqual({
      type: 'peer-details',
      name: 'Ada',
      email: 'a@b',
    });
  });

  it.each([
    [
      { name: ' Ada\u202e\u061c\n', email: 'a@b' },
      { name: 'Ada', email: 'a@b' },
    ],
    [{ name: '\u0000', email: '  ' }, null],
  ])('are cleaned of characters that disguise: %j', (sent, shown) => {
    expect(readPeerDetails(sent)).toEqual(shown);
  });
});

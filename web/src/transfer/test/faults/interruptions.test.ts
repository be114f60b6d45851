/** Interruptions that take signalling with them: docs/protocol.md, 1.2 and 1.3. */

import { createReceiver } from '../../receive/receive-session.js';
import { createSender } from '../../send/send-session.js';
import { FakeNetwork } from '../support/fake-network.js';
import {
  createHeldSink,
  digestOf,
  guestCredentials,
  ownerCredentials,
  randomFile,
  sessionOptions,
  settle,
  until,
} from '../support/session-support.js';
import { createSignallingHub } from '../support/signalling-hub.js';
import { testBlockBytes } from '../support/werift-env.js';

const isOver = ({ state }: { state: string }): boolean =>
  state === 'completed' || state === 'error';

describe('an interruption of the path and of the sender’s signalling', () => {
  it.each([12_000, 30_000])(
    'of %i ms ends with the last offer and that of its end, not with all that were made during it',
    async (ms) => {
      const { sink, isAtSecond, openGate } = createHeldSink();
      const hub = createSignallingHub();
      const network = new FakeNetwork();
      const options = sessionOptions();
      const { file, digest } = randomFile(3 * testBlockBytes);
      const sender = createSender(
        { ...options, credentials: ownerCredentials, file },
        network.env(hub),
      );
      const receiver = createReceiver(
        { ...options, credentials: guestCredentials, sink },
        network.env(hub),
      );
      await isAtSecond;
      await settle();
      const before = hub.relayed.length;
      hub.setReachable(false);
      hub.leave('sender');
      network.peers[0]?.setIceState('disconnected');
      for (let passedMs = 0; passedMs < ms; passedMs += 500) {
        network.clock.advance(500);
        await settle(4);
      }
      expect(hub.relayed.length).toBe(before);
      hub.setReachable(true);
      while (hub.members('sender') === 0) {
        network.clock.advance(500);
        await settle(4);
      }
      await settle();
      const count = (wanted: string): number =>
        hub.relayed.slice(before).filter(({ type }) => type === wanted).length;
      expect([count('offer'), count('answer')]).toEqual([2, 2]);
      openGate();
      expect(await until(receiver, isOver)).toMatchObject({ state: 'completed' });
      expect(digestOf(sink.bytes())).toBe(digest);
      sender.close();
      receiver.close();
    },
  );
});

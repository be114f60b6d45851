import { createFakeClock } from '../test/support/clocks/fake-clock.js';
import { asChannel, createChannelPair } from '../test/support/fake-channel.js';
import { createControlLimiter } from '../wire/control-limiter.js';
import { encodeControl } from '../wire/control-messages.js';
import type { LaneSignal } from './lane-connection.js';
import { exchangeCopies } from './signal-copies.js';

const nextTurn = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });

const answer: LaneSignal = {
  type: 'lane-signal',
  lane: 1,
  kind: 'answer',
  payload: { sdp: 'v=0' },
};

const setUp = () => {
  const { near, far } = createChannelPair();
  const signals: LaneSignal[] = [];
  const failures: unknown[] = [];
  const copies = exchangeCopies({
    channel: asChannel(near),
    limiter: createControlLimiter(createFakeClock()),
    onSignal: (message) => signals.push(message),
    onFailure: (cause) => failures.push(cause),
  });
  return { near, far, copies, signals, failures };
};

describe('copies of lane signals on the measuring channel', () => {
  it('reach both sides, until they stop', async () => {
    const { far, copies, signals } = setUp();
    const received: unknown[] = [];
    far.addEventListener('message', (event) => received.push((event as MessageEvent).data));
    copies.send(answer);
    far.send(encodeControl(answer));
    await nextTurn();
    expect(received).toEqual([encodeControl(answer)]);
    expect(signals).toEqual([answer]);
    copies.stop();
    far.send(encodeControl(answer));
    await nextTurn();
    expect(signals).toHaveLength(1);
  });

  it('are nothing else', async () => {
    const { far, signals, failures } = setUp();
    far.send(encodeControl({ type: 'transfer-pause' }));
    far.send(new Uint8Array(8));
    await nextTurn();
    expect([signals, failures]).toEqual([[], []]);
  });

  it('count towards the limit of control messages', async () => {
    const { far, failures } = setUp();
    for (let sent = 0; sent < 400; sent += 1) far.send(encodeControl(answer));
    await nextTurn();
    expect(failures.length).toBeGreaterThan(0);
  });

  it('are not sent over a closed channel', () => {
    const { near, copies } = setUp();
    near.close();
    expect(() => copies.send(answer)).not.toThrow();
  });
});

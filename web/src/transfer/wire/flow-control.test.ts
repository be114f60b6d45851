import { createFakeClock } from '../test/support/clocks/fake-clock.js';
import { asChannel, createChannelPair } from '../test/support/fake-channel.js';
import { createChannelWriter, watermarksFor } from './flow-control.js';

const nextTurn = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });

describe('a channel writer', () => {
  it('on iOS waits above 32768 queued bytes until 16384 or fewer; event threshold 8192 [9.16]', async () => {
    const { near } = createChannelPair();
    const writer = createChannelWriter(asChannel(near), createFakeClock(), watermarksFor(true));
    expect(near.bufferedAmountLowThreshold).toBe(8_192);
    near.bufferedAmount = 32_768;
    expect(writer.whenWritable()).toBeNull();
    near.bufferedAmount = 32_769;
    let hasRoom = false;
    const waiting = writer.whenWritable()?.then(() => {
      hasRoom = true;
    });
    near.bufferedAmount = 16_385;
    near.dispatchEvent(new Event('bufferedamountlow'));
    await nextTurn();
    expect(hasRoom).toBe(false);
    near.bufferedAmount = 16_384;
    near.dispatchEvent(new Event('bufferedamountlow'));
    await waiting;
    expect(hasRoom).toBe(true);
  });

  it.each(['close', 'error'])('stops waiting on %s of the channel', async (event) => {
    const { near } = createChannelPair();
    const writer = createChannelWriter(asChannel(near), createFakeClock(), watermarksFor(false));
    near.bufferedAmount = 10_000_000;
    const waiting = writer.whenWritable();
    near.readyState = 'closed';
    near.dispatchEvent(new Event(event));
    await waiting;
    expect(waiting).not.toBeNull();
  });

  it('finds room without an event, by polling', async () => {
    const { near } = createChannelPair();
    const clock = createFakeClock();
    const writer = createChannelWriter(asChannel(near), clock, watermarksFor(false));
    near.bufferedAmount = 10_000_000;
    const waiting = writer.whenWritable();
    near.bufferedAmount = 0;
    clock.advance(1_000);
    await waiting;
    expect(clock.pending()).toBe(0);
  });

  it('rejects a message with the state of a channel that is not open [8.100]', () => {
    const { near } = createChannelPair();
    const writer = createChannelWriter(asChannel(near), createFakeClock(), watermarksFor(false));
    near.close();
    const refusal = expect.objectContaining({
      code: 'channel-not-ready',
      facts: { channelState: 'closed' },
    }) as Error;
    expect(() => writer.send('x')).toThrow(refusal);
  });
});

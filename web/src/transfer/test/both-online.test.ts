/** One side alone. */

import type { SenderState } from '../api.js';
import { createHarness, type Harness } from './support/session-harness.js';
import { createTestSink, digestOf, randomFile, until } from './support/session-support.js';

const isOver = ({ state }: { state: string }): boolean =>
  state === 'completed' || state === 'error';

describe('a side that is alone', () => {
  let harness: Harness;
  beforeEach(() => {
    harness = createHarness();
  });
  afterEach(() => harness.close());

  it('sends nothing before a recipient joins [1.5]', async () => {
    const { file, digest } = randomFile(100_000);
    const sink = createTestSink();
    const sender = harness.send(file);
    const isStarting = (state: SenderState): boolean => ['idle', 'connecting'].includes(state);
    const alone = await until(sender, ({ state }) => !isStarting(state));
    expect(alone).toMatchObject({ state: 'waiting', recipients: [] });
    harness.receive(sink);
    expect(await until(sender, isOver)).toMatchObject({ state: 'completed' });
    expect(digestOf(sink.bytes())).toBe(digest);
  });

  it('receives nothing before the sender joins [1.5]', async () => {
    const { file, digest } = randomFile(100_000);
    const sink = createTestSink();
    const receiver = harness.receive(sink);
    await harness.hub.joined('receiver');
    expect(receiver.getSnapshot()).toMatchObject({ state: 'connecting' });
    expect(sink.writes).toBe(0);
    harness.send(file);
    expect(await until(receiver, isOver)).toMatchObject({ state: 'completed' });
    expect(digestOf(sink.bytes())).toBe(digest);
  });
});

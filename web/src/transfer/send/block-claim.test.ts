import { sha256, type EngineEnv } from '../support/env.js';
import { createLatch } from '../support/latch.js';
import { createSignallingHub } from '../test/support/signalling-hub.js';
import { weriftEnv } from '../test/support/werift-env.js';
import { answerChallenge, type BlockChallenge } from '../trust/block-challenge.js';
import type { ControlMessage } from '../wire/control-messages.js';
import { createAcknowledged } from './acknowledged.js';
import { BlockClaim } from './block-claim.js';
import { createFileSource } from './source/file-source.js';

const blockBytes = 1_024;
const deliveryId = 'd'.repeat(22);

const claim = (nextBlock: number, overrides: Partial<EngineEnv> = {}) => {
  const acknowledged = createAcknowledged();
  const file = new File([new Uint8Array(4 * blockBytes)], 'x');
  const source = createFileSource({ file, sha256, blockBytes });
  const sent: ControlMessage[] = [];
  const env = weriftEnv(createSignallingHub(), overrides);
  const made = new BlockClaim({
    ...{ source, acknowledged, changed: createLatch(), env },
    ready: {
      type: 'receiver-ready',
      ...{ fileId: 'f', nextBlock, windowBlocks: 4, maxMessageBytes: 16_384, deliveryId },
      committed: true,
    },
    acknowledgedBlocks: () => nextBlock,
    send: (message) => void sent.push(message),
  });
  made.challenge();
  const [challenge] = sent as (BlockChallenge & ControlMessage)[];
  const answer = async (): Promise<string[]> =>
    challenge === undefined
      ? []
      : answerChallenge(challenge, async (block) => (await source.readBlock(block)).bytes);
  return { made, acknowledged, sent, answer };
};

describe('the claim of a receiver', () => {
  it('is proven without a challenge when it is empty', async () => {
    const { made, sent } = claim(0);
    expect(sent).toEqual([]);
    expect([made.isOpen(), await made.isProven()]).toEqual([false, true]);
  });

  it('is open until its challenge is answered, and kept as proven', async () => {
    const { made, acknowledged, answer } = claim(3);
    expect(made.isOpen()).toBe(true);
    await made.onResponse(await answer());
    expect([made.isOpen(), await made.isProven()]).toEqual([false, true]);
    expect(acknowledged.provenBlocks(deliveryId)).toBe(3);
  });

  it('is challenged about blocks picked by the random numbers of its environment', () => {
    const { sent } = claim(20, { randomBelow: () => 0 });
    expect(sent).toMatchObject([{ blocks: [0, 13, 14, 15, 16, 17, 18, 19] }]);
  });

  it('is not proven by a receiver that cannot read its blocks back', async () => {
    const { made, acknowledged } = claim(3);
    await made.onResponse(null);
    expect([made.isOpen(), await made.isProven()]).toEqual([false, false]);
    expect(acknowledged.blocks(deliveryId)).toBe(0);
  });
});

import { readyTimeoutMs } from '../../../support/constants.js';
import { sha256 } from '../../../support/env.js';
import { createFakeClock } from '../../../test/support/clocks/fake-clock.js';
import { createSignallingHub } from '../../../test/support/signalling-hub.js';
import { weriftEnv } from '../../../test/support/werift-env.js';
import type { ControlMessage, ReceiverReady } from '../../../wire/control-messages.js';
import { createDeliverySet } from '../../delivery-set.js';
import { createFileSource } from '../../source/file-source.js';
import { Offer, type OfferOptions } from './offer.js';

const blockBytes = 32_768;

/** Announces a file of one block. `log` has the types of what is sent, and what the offer leads to. */
const makeOffer = async (more: Partial<OfferOptions> = {}) => {
  const clock = createFakeClock();
  const end = new AbortController();
  const log: string[] = [];
  let announced: ControlMessage | undefined;
  const offer = new Offer({
    source: createFileSource({
      file: new File([new Uint8Array(blockBytes)], 'x'),
      sha256,
      blockBytes,
    }),
    env: weriftEnv(createSignallingHub(), { clock }),
    person: { name: 'Ada', email: 'ada@example.com' },
    end: end.signal,
    send(message) {
      announced ??= message;
      log.push(message.type);
    },
    onAsking: () => log.push('asks'),
    onStartV1: () => log.push('starts v1'),
    onStartV2() {
      log.push('starts v2');
      offer.introduce();
    },
    onEndedBefore: () => log.push('ended before'),
    ...more,
  });
  await offer.announce();
  const fileId = announced?.type === 'file-metadata' ? announced.v2?.fileId : undefined;
  const ready = (facts: Partial<ReceiverReady> = {}): ReceiverReady => ({
    type: 'receiver-ready',
    fileId: fileId ?? '',
    nextBlock: 0,
    windowBlocks: 1,
    maxMessageBytes: 16_384,
    committed: true,
    deliveryId: 'delivery',
    ...facts,
  });
  return { offer, log, clock, end, ready };
};

const theDelivery = () => {
  const deliveries = createDeliverySet();
  deliveries.add('delivery');
  return deliveries;
};

describe('an offer', () => {
  it('starts version 2 on the answer, and names the sender', async () => {
    const { offer, log, clock, ready } = await makeOffer();
    expect(offer.receive(ready())).toBe(true);
    clock.advance(readyTimeoutMs);
    expect(log).toEqual(['file-metadata', 'starts v2', 'peer-details']);
    expect(offer.answer()).toEqual(ready());
  });

  it('starts version 1 without an answer in time, and version 2 on a late one', async () => {
    const { offer, log, clock, ready } = await makeOffer();
    clock.advance(readyTimeoutMs);
    expect(offer.answer()).toBeNull();
    offer.receive(ready());
    expect(log).toEqual(['file-metadata', 'starts v1', 'starts v2', 'peer-details']);
  });

  it('follows no answer about another file or with more blocks than the file has', async () => {
    const { offer, log, ready } = await makeOffer();
    expect(offer.receive(ready({ fileId: 'another' }))).toBe(false);
    expect(offer.receive(ready({ nextBlock: 2 }))).toBe(false);
    expect(log).toEqual(['file-metadata']);
  });

  it('names the sender once, in the question about the recipient', async () => {
    const { offer, log, ready } = await makeOffer({ isHeld: true });
    offer.receive(ready());
    offer.approve();
    expect(log).toEqual([
      'file-metadata',
      'asks',
      'peer-details',
      'transfer-pause',
      'transfer-resume',
      'starts v2',
    ]);
  });

  it('sends nothing about a question to a receiver that has not answered', async () => {
    const { offer, log, clock } = await makeOffer({ isHeld: true });
    clock.advance(readyTimeoutMs);
    offer.approve();
    expect(log).toEqual(['file-metadata', 'asks', 'starts v1']);
  });

  it('asks about no delivery that is approved, and starts none that the user has ended', async () => {
    const approved = await makeOffer({ isHeld: true, approved: theDelivery() });
    approved.offer.receive(approved.ready());
    expect(approved.log).toContain('starts v2');
    const ended = await makeOffer({ isHeld: true, ended: theDelivery() });
    ended.offer.receive(ended.ready());
    expect(ended.log).toEqual(['file-metadata', 'ended before']);
  });

  it('starts nothing after the end of the upload', async () => {
    const { log, clock, end } = await makeOffer();
    end.abort();
    clock.advance(readyTimeoutMs);
    expect(log).toEqual(['file-metadata']);
  });
});

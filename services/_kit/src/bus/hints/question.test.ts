import { silentLogger } from '../../observability/log.js';
import { startNats } from '../../testing/nats.js';
import { freePort } from '../../testing/process.js';
import type { EventDefinition } from '../bus.js';
import { connectNats } from '../connection/connect.js';
import { confirmQuestions, createAsk } from './question.js';

const hasKey: EventDefinition<string> = {
  subject: 'asker.key.asked.v1',
  codec: {
    encode: (key) => ({ finish: () => Buffer.from(key) }),
    decode: (data) => {
      const key = Buffer.from(data).toString();
      if (key === 'malformed') throw new Error('malformed');
      return key;
    },
  },
};
const logger = silentLogger;

describe('a question to all processes', () => {
  it('is confirmed by a process where it holds, and by no other', async () => {
    const nats = await startNats();
    const connectOne = () => connectNats({ url: nats.url, name: 'test', logger });
    const [asker, one, other] = await Promise.all([connectOne(), connectOne(), connectOne()]);
    const ask = createAsk(asker, { logger, timeoutMs: 60_000 });
    /** Short, because a question that no process confirms takes the whole time-out. */
    const askBriefly = createAsk(asker, { logger, timeoutMs: 200 });

    // The broker answers immediately that nothing is subscribed.
    expect(await ask(hasKey, 'a')).toBe('unreachable');

    confirmQuestions(one, hasKey, { logger, holds: (key) => key === 'a' });
    confirmQuestions(other, hasKey, { logger, holds: (key) => key === 'b' });
    await Promise.all([one.flush(), other.flush()]);
    expect(await Promise.all([ask(hasKey, 'a'), ask(hasKey, 'b')])).toEqual([
      'confirmed',
      'confirmed',
    ]);
    expect(await askBriefly(hasKey, 'c')).toBe('unconfirmed');
    expect(await askBriefly(hasKey, 'malformed')).toBe('unconfirmed');
    expect(await ask(hasKey, 'a')).toBe('confirmed');

    await Promise.all([asker, one, other].map((each) => each.close()));
    await nats.stop();
  });

  it('has a distinct outcome while the broker is unreachable', async () => {
    const port = await freePort();
    const nats = await startNats({ port });
    const asker = await connectNats({ url: nats.url, name: 'test', logger });
    const silent = await connectNats({ url: nats.url, name: 'test', logger });
    confirmQuestions(silent, hasKey, { logger, holds: () => false });
    await silent.flush();
    const ask = createAsk(asker, { logger, timeoutMs: 2_000 });
    const during = ask(hasKey, 'a');
    await nats.stop();
    expect(await during).toBe('unreachable');
    expect(await ask(hasKey, 'a')).toBe('unreachable');
    await Promise.all([asker.close(), silent.close()]);
    expect(await ask(hasKey, 'a')).toBe('unreachable');
  });
});

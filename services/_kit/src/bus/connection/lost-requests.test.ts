import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { silentLogger } from '../../observability/log.js';
import { startLocalNats, type LocalNats } from '../../testing/nats.js';
import { connectNats } from './connect.js';
import { createLostRequests } from './lost-requests.js';

const collectGarbage = (): void => {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
};

describe('requests that end with their connection', () => {
  let nats: LocalNats;
  beforeAll(async () => {
    nats = await startLocalNats();
  });
  afterAll(() => nats.stop());

  it('keep no answer in memory', async () => {
    const connection = await connectNats({ url: nats.url, name: 'test', logger: silentLogger });
    const { whileConnected } = createLostRequests(connection);
    const answer = async () =>
      new WeakRef(await whileConnected(() => Promise.resolve({ size: 1 })));
    const reference = await answer();
    await setImmediate();
    collectGarbage();
    expect(reference.deref()).toBeUndefined();
    await connection.close();
  });
});

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLogger } from '../observability/log.js';
import { startLocalNats } from '../testing/nats.js';
import { connectNats } from './connection/connect.js';

/** More refusals than the client tolerates by default. */
const refusedAttempts = 4;

describe('a broker that reloads its users', () => {
  it('is connected again after it has refused the user several times', async () => {
    const home = await mkdtemp(join(tmpdir(), 'tandem-nats-users-'));
    const configFile = join(home, 'nats.conf');
    const setUser = (user: string) =>
      writeFile(configFile, `authorization { users: [{ user: ${user}, password: "p" }] }`);
    await setUser('u');
    const nats = await startLocalNats({ configFile });
    const url = nats.url.replace('//', '//u:p@');
    const connection = await connectNats({ url, name: 'test', logger: silentLogger });
    const statuses = connection.status()[Symbol.asyncIterator]();
    const reported = async (type: string) => {
      for (;;) {
        const status = await statuses.next();
        if (status.done === true) throw new Error('the client has closed the connection');
        if (status.value.type === type) return;
      }
    };
    /** A reload also ends a connection that the broker accepted while it ran: the client has to connect again. */
    const answered = async (): Promise<void> => {
      try {
        await connection.flush();
      } catch (error) {
        if (connection.isClosed()) throw error;
        await answered();
      }
    };

    await setUser('other');
    nats.reload();
    for (let attempt = 0; attempt < refusedAttempts; attempt += 1) await reported('reconnecting');
    await setUser('u');
    nats.reload();
    await reported('reconnect');
    await answered();

    await connection.close();
    await nats.stop();
    await rm(home, { recursive: true });
  });
});

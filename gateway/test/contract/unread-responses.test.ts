import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { createHttpServer } from '../../src/server.js';
import { fixedAdmission } from '../support/fixed-admission.js';
import { cookie, startGateway, type Gateway } from '../support/harness.js';
import { share } from '../support/samples.js';

describe('a client that does not read', () => {
  /** Resolves when the first response begins to arrive. */
  const sendUnread = async (port: number, requests: string) => {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined).write(requests);
    await once(socket, 'readable');
    return socket;
  };

  let gateway: Gateway;
  beforeAll(async () => {
    gateway = await startGateway({}, { admission: fixedAdmission(2) });
  });
  afterAll(() => gateway.stop());

  const length = 3_000_000;
  /** Ten responses are more than the buffers of a connection take. */
  const tenLists = () => {
    const shares = Array.from({ length: 200 }, () => ({
      ...share,
      note: 'x'.repeat(length / 200),
    }));
    gateway.fake({ shares: { listShares: () => Promise.resolve({ shares, total: 200 }) } });
    return `GET /api/file-shares HTTP/1.1\r\nHost: localhost\r\nCookie: ${cookie('alice').cookie}\r\n\r\n`.repeat(
      10,
    );
  };

  it('holds no place of the limit', async () => {
    const requests = tenLists();
    const sockets = [];
    for (let count = 0; count < 3; count += 1)
      sockets.push(await sendUnread(gateway.port, requests));
    // The gateway serves its sockets in turns.
    for (let turn = 0; turn < 20; turn += 1) await gateway.call('GET', '/not-the-api');
    const answer = await gateway.call('GET', '/api/config');
    sockets.forEach((socket) => socket.destroy());
    expect(answer.status).toBe(200);
  });

  it('loses its connection before many such clients take the memory', async () => {
    const requests = tenLists();
    const sockets = [];
    for (let count = 0; count < 14; count += 1)
      sockets.push(await sendUnread(gateway.port, requests));
    const bytesOf = async (socket: Socket | undefined) => {
      let bytes = 0;
      for await (const chunk of socket ?? []) {
        bytes += (chunk as Buffer).length;
        if (bytes > 10 * length) break;
      }
      return bytes;
    };
    expect(await bytesOf(sockets[0])).toBeLessThan(9 * length);
    expect(await bytesOf(sockets.at(-1))).toBeGreaterThan(10 * length);
    sockets.forEach((socket) => socket.destroy());
  });

  it('loses its connection after a time', async () => {
    const server = createHttpServer(
      (_request, response) => response.end(Buffer.alloc(30_000_000)),
      undefined,
      500,
    );
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const closed = new Promise((resolve) =>
      server.once('connection', (served) => served.once('close', resolve)),
    );
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    // A socket without a reader reads nothing.
    socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await closed;
    socket.destroy();
    server.close();
    await once(server, 'close');
  });
});

import { spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

const poll = async () => {
  for (;;) await delay(20);
};

it('fails before it closes what it has opened', async () => {
  setInterval(() => undefined, 1_000);
  setTimeout(() => undefined, 600_000);
  void poll();
  spawn('sleep', ['600']);
  createSocket('udp4').bind(0, '127.0.0.1');
  const closing = createSocket('udp4').bind(0, '127.0.0.1');
  await once(closing, 'listening');
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  await once(connect((server.address() as AddressInfo).port, '127.0.0.1'), 'connect');
  closing.close();
  expect(server.listening).toBe(false);
});

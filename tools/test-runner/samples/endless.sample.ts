import { freePort, startLocalMongo, startNats } from '@tandem/kit/testing';

it('runs servers until it is interrupted', async () => {
  await Promise.all([startLocalMongo(), startNats({ port: await freePort() })]);
  process.stderr.write('SAMPLE READY\n');
  await new Promise(() => undefined);
});

/**
 * Publishes the dead letters of one consumer again, once its bug is fixed:
 *
 *   NATS_URL=… node dist/bus/redrive.js <consumer>
 */

import { redrive } from './dead-letters.js';

const [, , consumer = ''] = process.argv;

const fail = (text: string, exitCode: number): void => {
  process.stderr.write(`${text}\n`);
  process.exitCode = exitCode;
};

if (/^[a-z][a-z-]*$/.test(consumer)) {
  try {
    const url = process.env['NATS_URL'] ?? 'nats://127.0.0.1:4222';
    const { published, kept } = await redrive(url, consumer);
    process.stdout.write(`${published} republished, ${kept} kept (within the duplicate window)\n`);
  } catch (error) {
    fail(error instanceof Error ? error.message : String(error), 1);
  }
} else {
  fail('usage: node redrive.js <consumer>, such as audit', 64);
}

import { jetstream, jetstreamManager, type StoredMsg } from '@nats-io/jetstream';
import { connect, headers, type NatsConnection } from '@nats-io/transport-node';
import { deadLetterSource, streamNameOf } from './streams.js';

/**
 * Hands the dead letters of one consumer out again, once its fault is mended:
 *
 *   NATS_URL=… node dist/bus/redrive.js <durable>
 *
 * Each is published under its old subject and id, then removed: a crash in between repeats it, and consumers
 * know the id. They are the ones of all services that listen to the subject, so nothing happens twice there.
 */
export interface Redriven {
  published: number;
  /** Too young: the broker still remembers the id and would drop them. They stay dead letters. */
  kept: number;
}

const stream = streamNameOf(deadLetterSource);
const idHeader = 'Nats-Msg-Id';

/** The letters of one consumer, oldest first; those that come meanwhile are not among them. */
const lettersOf = async function* (
  connection: NatsConnection,
  durable: string,
): AsyncGenerator<StoredMsg> {
  const manager = await jetstreamManager(connection);
  const { state } = await manager.streams.info(stream);
  const subject = `${deadLetterSource}.${durable}.>`;
  for (let from = state.first_seq; from <= state.last_seq;) {
    // The client's types know this form of the request for another call only; the server takes it here too.
    const next = { seq: from, next_by_subj: subject };
    const letter = await manager.streams.getMessage(stream, next);
    if (!letter || letter.seq > state.last_seq) return;
    yield letter;
    from = letter.seq + 1;
  }
};

export const redrive = async (url: string, durable: string): Promise<Redriven> => {
  if (!/^[a-z][a-z-]*$/.test(durable)) throw new TypeError('usage: redrive.js <durable>');
  const connection = await connect({ servers: url, name: 'redrive', timeout: 10_000 });
  const result: Redriven = { published: 0, kept: 0 };
  try {
    const manager = await jetstreamManager(connection);
    for await (const { seq, subject, header, data } of lettersOf(connection, durable)) {
      const meta = headers();
      for (const name of header.keys()) if (name !== idHeader) meta.set(name, header.get(name));
      const { duplicate } = await jetstream(connection).publish(
        subject.slice(`${deadLetterSource}.${durable}.`.length),
        data,
        { msgID: header.get(idHeader).slice(`${durable}:`.length), headers: meta },
      );
      if (duplicate) result.kept += 1;
      else {
        result.published += 1;
        await manager.streams.deleteMessage(stream, seq);
      }
    }
  } finally {
    await connection.close();
  }
  return result;
};

const [, program = '', durable = ''] = process.argv;
if (program.endsWith('/redrive.js')) {
  const { published, kept } = await redrive(
    process.env['NATS_URL'] ?? 'nats://127.0.0.1:4222',
    durable,
  );
  process.stdout.write(`${published} published again, ${kept} kept: too young\n`);
}

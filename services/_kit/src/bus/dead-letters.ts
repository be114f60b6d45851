import { jetstream, jetstreamManager, type StoredMsg } from '@nats-io/jetstream';
import { connect, headers, type NatsConnection } from '@nats-io/transport-node';
import { brokerAddress } from './broker-address.js';
import { idHeader, idInDeadLetter } from './delivery/message.js';
import { deadLetterSource, streamNameOf } from './streams.js';

interface RedriveResult {
  published: number;
  /** Their event was published less than the duplicate window ago, so the broker would drop it. They stay dead letters. */
  kept: number;
}

const stream = streamNameOf(deadLetterSource);

/** Dead letters of one consumer present at the start, oldest first. */
const deadLettersOf = async function* (
  connection: NatsConnection,
  durable: string,
): AsyncGenerator<StoredMsg> {
  const manager = await jetstreamManager(connection);
  const { state } = await manager.streams.info(stream);
  const subject = `${deadLetterSource}.${durable}.>`;
  for (let from = state.first_seq; from <= state.last_seq;) {
    // The client's types allow `next_by_subj` with `seq` in the direct API only; STREAM.MSG.GET accepts it as well.
    const next = { seq: from, next_by_subj: subject };
    const deadLetter = await manager.streams.getMessage(stream, next);
    if (!deadLetter || deadLetter.seq > state.last_seq) return;
    yield deadLetter;
    from = deadLetter.seq + 1;
  }
};

/**
 * Republishes the dead letters of one consumer, each with its original subject and id, then deletes it. A crash in between
 * publishes it twice. All consumers of the subject receive it again. Those that have handled it ignore it, because they
 * keep its id, what they have stored or, for `redeliveryWindowMs`, a tombstone.
 */
export const redrive = async (url: string, durable: string): Promise<RedriveResult> => {
  const connection = await connect({ ...brokerAddress(url), name: 'redrive', timeout: 10_000 });
  const result: RedriveResult = { published: 0, kept: 0 };
  try {
    const manager = await jetstreamManager(connection);
    for await (const { seq, subject, header, data } of deadLettersOf(connection, durable)) {
      const meta = headers();
      for (const name of header.keys()) if (name !== idHeader) meta.set(name, header.get(name));
      const { duplicate } = await jetstream(connection).publish(
        subject.slice(`${deadLetterSource}.${durable}.`.length),
        data,
        { msgID: idInDeadLetter(header.get(idHeader)), headers: meta },
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

import type { ConsumerInfo, StreamInfo } from '@nats-io/jetstream';

type Progress = Pick<ConsumerInfo, 'num_pending' | 'num_ack_pending'> & {
  ack_floor: { stream_seq: number };
};
interface Room {
  state: Pick<StreamInfo['state'], 'first_seq' | 'last_seq' | 'bytes'>;
  config: Pick<StreamInfo['config'], 'max_bytes'>;
}

/** Fraction of a stream's size limit in use. */
export const fillRatio = ({ state, config }: Room): number =>
  config.max_bytes > 0 ? state.bytes / config.max_bytes : 0;

/**
 * Fraction of the stream's size limit taken up from the consumer's oldest unhandled event to the newest. At 1 the next
 * event drops the oldest one unread. Assumes that all events have the same size.
 */
export const backlogRatio = (consumer: Progress, stream: Room): number => {
  const { state } = stream;
  const isUpToDate = consumer.num_pending + consumer.num_ack_pending === 0;
  const kept = state.last_seq - state.first_seq + 1;
  if (isUpToDate || kept <= 0) return 0;
  const unhandled = Math.min(kept, state.last_seq - consumer.ack_floor.stream_seq);
  return (unhandled / kept) * fillRatio(stream);
};

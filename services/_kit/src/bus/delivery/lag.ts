import type { Consumer, JetStreamManager } from '@nats-io/jetstream';
import { deadLetterSource, streamNameOf } from '../streams.js';
import { backlogRatio, fillRatio } from './backlog.js';
import type { ConsumerMetrics } from './metrics.js';

/**
 * Measures the backlog of a consumer. The series are removed while it cannot be measured: stale values would hide that
 * this process reads nothing, and the alert on missing consumers would not fire.
 */
export const createLagMeasure = (options: {
  manager: JetStreamManager;
  consumer: Pick<Consumer, 'info'>;
  metrics: ConsumerMetrics;
  source: string;
  durable: string;
}): (() => Promise<void>) => {
  const { manager, consumer, metrics, source, durable } = options;
  const labels = { durable, source };
  return async () => {
    try {
      const info = await consumer.info();
      const room = await manager.streams.info(streamNameOf(source));
      metrics.pending.set(labels, info.num_pending + info.num_ack_pending);
      metrics.backlog.set(labels, backlogRatio(info, room));
    } catch (error) {
      metrics.pending.remove(labels);
      metrics.backlog.remove(labels);
      throw error;
    }
    const dead = await manager.streams.info(streamNameOf(deadLetterSource));
    metrics.deadLetters.set(fillRatio(dead));
  };
};

import { parser } from '@prometheus-io/lezer-promql';

/** Stand-ins for what Grafana puts in before it asks. */
const substitutes: readonly [RegExp, string][] = [
  [/\$__rate_interval/g, '5m'],
  [/\$__range/g, '1h'],
  [/\$__interval/g, '1m'],
  [/\$namespace/g, '.*'],
];

export interface Parsed {
  /** Position of the first fault; undefined when the expression parses. */
  fault: number | undefined;
  metrics: string[];
}

/** Parses with Prometheus' own grammar and collects the metrics that are selected. */
export const parsePromql = (expression: string): Parsed => {
  const text = substitutes.reduce((all, [from, to]) => all.replace(from, to), expression);
  const metrics = new Set<string>();
  let fault: number | undefined;
  parser.parse(text).iterate({
    enter: (node) => {
      if (node.type.isError) fault ??= node.from;
      if (node.name === 'Identifier' && node.node.parent?.name === 'VectorSelector') {
        metrics.add(text.slice(node.from, node.to));
      }
    },
  });
  return { fault, metrics: [...metrics] };
};

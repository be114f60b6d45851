import { parser } from '@prometheus-io/lezer-promql';

/** Replacements for the variables that Grafana interpolates. */
const substitutes: readonly [RegExp, string][] = [
  [/\$__rate_interval/g, '5m'],
  [/\$__range/g, '1h'],
  [/\$__interval/g, '1m'],
  [/\$namespace/g, '.*'],
];

/** One condition on a label of a selected metric. */
export interface Matcher {
  metric: string;
  label: string;
  isRegex: boolean;
  value: string;
}

export interface Parsed {
  /** Position of the first fault; undefined when the expression parses. */
  fault: number | undefined;
  metrics: string[];
}

const toParsable = (expression: string) =>
  substitutes.reduce((all, [from, to]) => all.replace(from, to), expression);

/** All label matchers in an expression; `=` and `!=` alike are ineffective with a value that never occurs. */
export const matchersIn = (expression: string): Matcher[] => {
  const text = toParsable(expression);
  const found: Matcher[] = [];
  let metric = '';
  parser.parse(text).iterate({
    enter: ({ name, node, from, to }) => {
      if (name === 'Identifier' && node.parent?.name === 'VectorSelector')
        metric = text.slice(from, to);
      if (name !== 'UnquotedLabelMatcher') return;
      const part = (child: string) => {
        const { from: start = 0, to: end = 0 } = node.getChild(child) ?? {};
        return text.slice(start, end);
      };
      found.push({
        metric,
        label: part('LabelName'),
        isRegex: part('MatchOp').endsWith('~'),
        value: part('StringLiteral').slice(1, -1),
      });
    },
  });
  return found;
};

/** Each selection of series, with the values that it demands of labels. */
export const selectorsIn = (
  expression: string,
): { metric: string; matchers: Record<string, string> }[] => {
  const text = toParsable(expression);
  const found: { metric: string; matchers: Record<string, string> }[] = [];
  parser.parse(text).iterate({
    enter: ({ name, node, from, to }) => {
      if (name === 'Identifier' && node.parent?.name === 'VectorSelector')
        found.push({ metric: text.slice(from, to), matchers: {} });
      if (name !== 'UnquotedLabelMatcher') return;
      const part = (child: string) => {
        const { from: start = 0, to: end = 0 } = node.getChild(child) ?? {};
        return text.slice(start, end);
      };
      const last = found.at(-1);
      if (last && part('MatchOp') === '=')
        last.matchers[part('LabelName')] = part('StringLiteral').slice(1, -1);
    },
  });
  return found;
};

/** Parses with Prometheus' grammar and collects the selected metrics. */
export const parsePromql = (expression: string): Parsed => {
  const text = toParsable(expression);
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

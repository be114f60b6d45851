import { describeFailures, isInevitable, type Counts } from './load/load-counts.js';

/** A claim about the release: proved, refuted, or not tried, with the reason. */
export interface Claim {
  claim: string;
  result: 'holds' | 'fails' | 'not run';
  detail: string;
  seconds?: number;
}

export interface Report {
  startedAt: string;
  cluster: string;
  chart: string;
  from: string;
  claims: Claim[];
}

/** The claim of a phase under load. `replicas` 1 permits what the absence of the only pod makes inevitable. */
export const claimOfLoad = (what: string, replicas: 1 | 2, counts: Counts): Claim => {
  const { requests, failures } = counts;
  const refuting = replicas === 1 ? failures.filter((one) => !isInevitable(one)) : failures;
  const claim =
    replicas === 1 ? `${what}: only 503 with Retry-After within 2 s` : `${what}: no failed request`;
  const detail =
    failures.length === 0
      ? `0 of ${requests} failed`
      : `${failures.length} of ${requests} failed: ${describeFailures(failures)}`;
  // Without requests nothing was proved.
  return { claim, result: requests > 0 && refuting.length === 0 ? 'holds' : 'fails', detail };
};

export const isProved = ({ claims }: Report): boolean =>
  claims.length > 0 && claims.every(({ result }) => result !== 'fails');

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

export const toMarkdown = ({ startedAt, cluster, chart, from, claims }: Report): string =>
  [
    `# ${chart} on ${cluster}`,
    '',
    `Begun ${startedAt}. Upgraded from: ${from}.`,
    '',
    '| claim | result | detail | seconds |',
    '| --- | --- | --- | --- |',
    ...claims.map(
      ({ claim, result, detail, seconds }) =>
        `| ${cell(claim)} | ${result} | ${cell(detail)} | ${seconds ?? ''} |`,
    ),
    '',
  ].join('\n');

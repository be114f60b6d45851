/**
 * How important a call is when a process cannot serve all of them (Site Reliability Engineering, chapter 21). `high`: calls that end
 * something and reduce load or risk, such as stop and delete. `normal`: a person waits. `sheddable`: statistics and whole
 * exports, which cost much and can wait.
 */
export const criticalities = ['high', 'normal', 'sheddable'] as const;

export type Criticality = (typeof criticalities)[number];

/** Metadata key; services send it with the calls that they make for a request. */
export const criticalityKey = 'x-criticality';

/** Callers without a request of a browser, such as signalling at a join, send none. */
export const criticalityFrom = (value: string | undefined): Criticality =>
  criticalities.find((one) => one === value) ?? 'normal';

/** Fraction of the limit that calls of each criticality may fill; the rest is left to the more critical ones. */
export const limitFraction: Readonly<Record<Criticality, number>> = {
  high: 2,
  normal: 1,
  sheddable: 0.8,
};

import type { Registry } from '../observability/metrics.js';
import { createAdmission, type Admission } from '../overload/index.js';

const many = 100_000;

/** For tests that send bursts of calls but do not test overload. */
export const unlimitedAdmission = (registry: Registry): Admission =>
  createAdmission(registry, { toleratedDelayMs: many, initial: many, min: many, max: many });

import type { Registry } from '../observability/metrics.js';
import { createAdmission, type Admission } from '../overload/index.js';

const many = 100_000;

/** For tests whose bursts are not about overload. */
export const unlimitedAdmission = (registry: Registry): Admission =>
  createAdmission(registry, { toleratedDelayMs: many, initial: many, min: many, max: many });

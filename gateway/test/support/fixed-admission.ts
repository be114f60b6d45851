import { createAdmission, createRegistry, type Admission } from '@tandem/kit';

/** A limit that stays at this number of places. */
export const fixedAdmission = (places: number): Admission =>
  createAdmission(createRegistry('overload'), {
    toleratedDelayMs: 60_000,
    initial: places,
    min: places,
    max: places,
  });

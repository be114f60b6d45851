/** Connections cost memory, and browsers limit them: the transfers of a page share a number of lanes. */

import { maxPageLanes } from '../../support/constants.js';

export interface LaneBudget {
  /** @returns false when all are taken. */
  take(): boolean;
  release(): void;
  left(): number;
}

export const createLaneBudget = (most: number): LaneBudget => {
  let taken = 0;
  return {
    take() {
      if (taken >= most) return false;
      taken += 1;
      return true;
    },
    release() {
      taken -= 1;
    },
    left: () => most - taken,
  };
};

export const pageLanes = createLaneBudget(maxPageLanes);

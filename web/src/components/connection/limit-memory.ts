/** The speed limits of this device, one for sending and one for receiving. */

import type { RateSetting } from '../../transfer/api.js';

export type Direction = 'send' | 'receive';

export const noLimit: RateSetting = { bytesPerSecond: null, isYielding: false };

/** The engine refuses lower ones. */
export const minBytesPerSecond = 10 * 1024;

const keyOf = (direction: Direction): string => `rate-limit-${direction}`;

export const isLimited = ({ bytesPerSecond, isYielding }: RateSetting): boolean =>
  bytesPerSecond !== null || isYielding;

export const storedLimit = (direction: Direction): RateSetting => {
  try {
    const stored = JSON.parse(localStorage.getItem(keyOf(direction)) ?? '{}') as unknown;
    const { bytesPerSecond, isYielding } = stored as Record<string, unknown>;
    const isRate =
      Number.isSafeInteger(bytesPerSecond) && Number(bytesPerSecond) >= minBytesPerSecond;
    return {
      bytesPerSecond: isRate ? Number(bytesPerSecond) : null,
      isYielding: isYielding === true,
    };
  } catch {
    return noLimit;
  }
};

export const storeLimit = (direction: Direction, setting: RateSetting): void => {
  try {
    if (isLimited(setting)) localStorage.setItem(keyOf(direction), JSON.stringify(setting));
    else localStorage.removeItem(keyOf(direction));
  } catch {
    // Storage is disabled: the limit lasts until the page closes.
  }
};

/** The speed limits of this device, one for sending and one for receiving. */

import { browserStorage } from '../../lib/browser/storage.js';
import { fieldsOf } from '../../lib/unchecked.js';
import type { RateSetting } from '../../transfer/api.js';

export type Direction = 'send' | 'receive';

export const noLimit: RateSetting = { bytesPerSecond: null, isYielding: false };

/** The engine refuses lower ones. */
export const minBytesPerSecond = 10 * 1024;

const keyOf = (direction: Direction): string => `rate-limit-${direction}`;

export const isLimited = ({ bytesPerSecond, isYielding }: RateSetting): boolean =>
  bytesPerSecond !== null || isYielding;

export const storedLimit = (direction: Direction): RateSetting => {
  const { bytesPerSecond, isYielding } = fieldsOf(browserStorage.readJson(keyOf(direction)));
  const isRate =
    Number.isSafeInteger(bytesPerSecond) && Number(bytesPerSecond) >= minBytesPerSecond;
  return {
    bytesPerSecond: isRate ? Number(bytesPerSecond) : null,
    isYielding: isYielding === true,
  };
};

export const storeLimit = (direction: Direction, setting: RateSetting): void =>
  browserStorage.write(keyOf(direction), isLimited(setting) ? JSON.stringify(setting) : null);

import { fileURLToPath } from 'node:url';

/** Jest runs from the root of the checkout; modules under test sit two folders below it. */
const root = fileURLToPath(new URL('../../../', import.meta.url));

export const at = (path: string): string => `${root}${path}`;

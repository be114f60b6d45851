import { setTimeout as pause } from 'node:timers/promises';

/** Calls in progress at the same time. */
const maxOpen = 500;

/** Calls `send` at a fixed rate, whether or not earlier ones have ended, until `endMs`; resolves when all have. */
export const atRate = async (
  perSecond: number,
  endMs: number,
  send: (count: number) => Promise<unknown>,
): Promise<void> => {
  const open = new Set<Promise<unknown>>();
  const beginMs = performance.now();
  let count = 0;
  while (performance.now() < endMs) {
    const due = ((performance.now() - beginMs) / 1_000) * perSecond;
    for (; count < due; count += 1) {
      if (open.size >= maxOpen) continue;
      const sent = send(count).finally(() => open.delete(sent));
      open.add(sent);
    }
    await pause(10);
  }
  await Promise.all(open);
};

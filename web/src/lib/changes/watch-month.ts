import { serverNow } from '../http/server-time.js';

/** The device's clock may have been set, or its sleep may have stopped the timer. */
const checkMs = 3_600_000;
/** What is known of the server's clock is exact to about a second. */
const marginMs = 2_000;

/** Months of the usage begin by UTC. */
const startOfNextMonth = (nowMs: number): number => {
  const now = new Date(nowMs);
  return Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1);
};

/** Calls `onNewMonth` when a month begins: the count of shares starts again, and no event reports it. */
export const watchMonth = (onNewMonth: () => void): (() => void) => {
  let end = startOfNextMonth(serverNow());
  let timer: ReturnType<typeof setTimeout>;
  const wait = (): void => {
    timer = setTimeout(check, Math.min(checkMs, end + marginMs - serverNow()));
  };
  const check = (): void => {
    if (serverNow() >= end) {
      end = startOfNextMonth(serverNow());
      onNewMonth();
    }
    wait();
  };
  wait();
  return () => clearTimeout(timer);
};

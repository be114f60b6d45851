import { readFile } from 'node:fs/promises';
import type { Browser } from '@playwright/test';

interface ProcessInfo {
  type: string;
  id: number;
}

const rssBytes = async (pid: number): Promise<number> => {
  // The process has exited since it was listed.
  const status = await readFile(`/proc/${String(pid)}/status`, 'utf8').catch(() => '');
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) * 1024;
};

/** Resident memory of the browser's largest renderer, in bytes. */
const largestRenderer = async (browser: Browser): Promise<number> => {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = (await session.send('SystemInfo.getProcessInfo')) as {
    processInfo: ProcessInfo[];
  };
  await session.detach();
  const renderers = processInfo.filter(({ type }) => type === 'renderer');
  return Math.max(0, ...(await Promise.all(renderers.map(({ id }) => rssBytes(id)))));
};

/** Samples every 250 ms. The returned function stops and resolves with the growth of each browser's peak, in bytes. */
export const watchRenderers = async (
  browsers: readonly Browser[],
): Promise<() => Promise<number[]>> => {
  const measure = () => Promise.all(browsers.map(largestRenderer));
  const start = await measure();
  let peak = start;
  const stopped = new AbortController();
  const watch = async (): Promise<void> => {
    const now = await measure();
    peak = peak.map((bytes, index) => Math.max(bytes, now[index] ?? 0));
    if (stopped.signal.aborted) return;
    await new Promise((resolve) => setTimeout(resolve, 250));
    return watch();
  };
  const watching = watch();
  return async () => {
    stopped.abort();
    await watching;
    return peak.map((bytes, index) => bytes - (start[index] ?? 0));
  };
};

import type { BrowserContext, Page } from '@playwright/test';
import { openDashboard } from '../support/people.js';
import { stackInfo } from '../support/stack.js';
import { expect, test } from '../support/test.js';

const streamPath = '/api/changes';

/** Requests of a browser by path. */
const countRequests = (context: BrowserContext) => {
  const paths: string[] = [];
  context.on('request', (request) => paths.push(new URL(request.url()).pathname));
  return (path: string): number => paths.filter((one) => one === path).length;
};

const streamOf = (page: Page) =>
  page.waitForResponse((response) => new URL(response.url()).pathname === streamPath);

/** The calls of another session of the same account. */
const otherSession = (idToken: string) => async (method: string, path: string, body?: object) => {
  const response = await fetch(`${stackInfo().url}/api${path}`, {
    method,
    headers: { authorization: `Bearer ${idToken}`, 'content-type': 'application/json' },
    body: JSON.stringify(body ?? {}),
  });
  expect(response.ok).toBe(true);
  return (await response.json()) as { shareId: string };
};

test('changes made elsewhere appear in all tabs without polling, over one stream that outlives the tab that opened it', async ({
  browser,
}) => {
  const context = await browser.newContext();
  const count = countRequests(context);
  const first = await context.newPage();
  const opened = streamOf(first);
  const { idToken } = await openDashboard(first);
  expect((await opened).status()).toBe(200);
  const second = await context.newPage();
  await second.goto(stackInfo().url);
  const noShares = /No file shares yet/;
  await expect(second.getByText(noShares)).toBeVisible();
  const call = otherSession(idToken);

  const startedMs = Date.now();
  const { shareId } = await call('POST', '/file-shares', {
    filename: 'elsewhere.txt',
    fileSize: '5 Bytes',
    fileType: 'text/plain',
    firebaseUser: null,
  });
  // Sooner than the next poll would be.
  const soon = { timeout: 10_000 };
  for (const page of [first, second]) {
    await expect(page.getByText('elsewhere.txt').first()).toBeVisible(soon);
  }
  test.info().annotations.push({ type: 'ms', description: String(Date.now() - startedMs) });

  await call('POST', `/file-shares/${shareId}/stop`);
  for (const page of [first, second]) {
    await expect(page.getByText('Stopped', { exact: true })).toBeVisible(soon);
  }
  expect(count(streamPath)).toBe(1);

  const reopened = streamOf(second);
  await first.close();
  expect((await reopened).status()).toBe(200);
  await call('POST', `/file-shares/${shareId}/restart`);
  await expect(second.getByText('Stopped', { exact: true })).toBeHidden(soon);
  expect(count(streamPath)).toBe(2);
  await context.close();
});

test('the stream ends with the session', async ({ page }) => {
  const opened = streamOf(page);
  const { idToken } = await openDashboard(page);
  const response = await opened;
  const ended = page.waitForEvent('requestfinished', (request) => request === response.request());
  const failed = page.waitForEvent('requestfailed', (request) => request === response.request());
  await otherSession(idToken)('DELETE', '/session?everywhere=true');
  await Promise.any([ended, failed]);
});

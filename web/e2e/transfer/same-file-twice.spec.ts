import type { Page } from '@playwright/test';
import {
  createShare,
  openShare,
  randomFile,
  receiveVerified,
  recipientPage,
  openDashboard,
} from '../support/people.js';
import { expect, test } from '../support/test.js';

/** Received files in the private file system, from which the browser copies them: name → last change, ms. */
const receivedFiles = (page: Page): Promise<Record<string, number>> =>
  page.evaluate(async () => {
    const root = await navigator.storage.getDirectory();
    const folder = await root.getDirectoryHandle('received-files');
    const handles = folder as unknown as { values(): AsyncIterable<FileSystemFileHandle> };
    const found: Record<string, number> = {};
    for await (const handle of handles.values())
      if (handle.name.endsWith('.data')) found[handle.name] = (await handle.getFile()).lastModified;
    return found;
  });

// Copying a large file takes minutes; truncating it during that time would truncate the download.
test('a second download of a share in one browser leaves the first file unchanged', async ({
  openBrowser,
}) => {
  const file = await randomFile(6 * 1024 * 1024);
  const sender = await (await openBrowser()).newPage();
  const first = await recipientPage(await openBrowser());
  await openDashboard(sender);
  const share = await createShare(sender, file.path);
  await openShare(first, share);
  expect(await receiveVerified(first)).toBe(file.sha256);
  const handedOver = await receivedFiles(first);
  expect(Object.keys(handedOver)).toHaveLength(1);

  const second = await first.context().newPage();
  await openShare(second, share);
  expect(await receiveVerified(second)).toBe(file.sha256);
  const both = await receivedFiles(first);
  expect(both).toMatchObject(handedOver);
  expect(Object.keys(both)).toHaveLength(2);
  await file.remove();
});

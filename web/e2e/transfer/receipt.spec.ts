import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import {
  createShare,
  download,
  expectVerified,
  openShare,
  pressWhenShown,
  recipientPage,
  openDashboard,
  type InMemoryFile,
} from '../support/people.js';
import { stackInfo } from '../support/stack.js';
import { expect, test } from '../support/test.js';

const scan: InMemoryFile = {
  name: 'scan.dcm',
  mimeType: 'application/dicom',
  buffer: randomBytes(5 * 1024 * 1024 + 3),
};
const root = join(import.meta.dirname, '../../..');

/** @returns the tool's output; throws when it rejects the file. */
const run = async (tool: string, ...paths: string[]): Promise<string> => {
  const program = ['--import', './tools/bootstrap/typescript.mjs', `tools/receipts/${tool}`];
  const { stdout } = await promisify(execFile)(process.execPath, [...program, ...paths], {
    cwd: root,
  });
  return stdout;
};
const verify = (...paths: string[]) => run('verify-receipt.ts', ...paths);
const verifyExport = (path: string) => run('verify-export.ts', path);

const saveReceipt = async (page: Page, path: string): Promise<void> => {
  const dialog = page.getByRole('dialog', { name: 'Delivery receipt' });
  await expect(dialog.getByText('scan.dcm')).toBeVisible();
  const saved = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Save as File' }).click();
  await (await saved).saveAs(path);
};

test.describe('the receipt of a delivery', () => {
  test('both people save one; it verifies without the server, and the log has a confirmed delivery', async ({
    openBrowser,
  }) => {
    const { url } = stackInfo();
    const folder = await mkdtemp(join(tmpdir(), 'receipt-'));
    const paths = ['sender.json', 'recipient.json', 'scan.dcm'].map((name) => join(folder, name));
    const [senders = '', recipients = '', file = ''] = paths;
    await writeFile(file, scan.buffer);
    const sender = await (await openBrowser()).newPage();
    const recipient = await recipientPage(await openBrowser());
    await openDashboard(sender);
    await openShare(recipient, await createShare(sender, scan));
    // As soon as it is offered; the page stays.
    await pressWhenShown(recipient, 'View Receipt');
    await Promise.all([download(recipient), expectVerified(recipient)]);
    // The sender's page has submitted its receipt, which no one has opened there.
    await expect(recipient.getByText(/Countersigned: record \d/)).toBeVisible();
    await saveReceipt(recipient, recipients);
    expect(await verify(recipients, file)).toContain('The audit log countersigned');

    await sender.getByRole('button', { name: 'View Receipt' }).click();
    await expect(sender.getByText(/Countersigned: record \d/)).toBeVisible();
    await saveReceipt(sender, senders);
    const report = await verify(senders, file);
    expect(report).toContain('The audit log countersigned');
    expect(report).toContain('in the log as signed');
    expect(report).toContain('Ada Sender');
    expect(report).toContain('Grace Recipient <grace@example.com> (as entered by this person)');
    await writeFile(file, randomBytes(scan.buffer.length));
    await expect(verify(senders, file)).rejects.toMatchObject({ code: 1 });

    await sender.getByRole('button', { name: 'Close', exact: true }).click();
    await expect(sender.getByText(/1 download/)).toBeVisible();
    await sender.goto(`${url}/audit-logs`);
    const row = sender.getByRole('row').filter({ hasText: 'Download completed' });
    await expect(row).toHaveCount(1);
    await expect(row).toContainText('Confirmed by both sides');
    await expect(row).toContainText('grace@example.com');

    await expect(sender.getByText(/This browser saved the log’s signed state/)).toBeVisible();
    await sender.reload();
    await expect(sender.getByText(/The log continues the signed state/)).toBeVisible();
    await expect(sender.getByText(/entries checked: no gap/)).toBeVisible();
    const exported = sender.waitForEvent('download');
    await sender.getByRole('button', { name: 'Export CSV' }).click();
    const log = join(folder, 'log.csv');
    await (await exported).saveAs(log);
    expect(await verifyExport(log)).toContain('in the signed log');
    await rm(folder, { recursive: true });
  });
});

import type { Page } from '@playwright/test';
import { demoAccounts } from '../../../tools/dev-stack/accounts.js';
import { idTokenOf } from '../support/accounts.js';
import {
  createShare,
  expectLastWords,
  openShare,
  randomFile,
  receiveVerified,
  recipientPage,
  openDashboard,
} from '../support/people.js';
import { listServices, stackInfo } from '../support/stack.js';
import { expect, test } from '../support/test.js';

const bytes = 8 * 1024 * 1024;

/** Like a firewall that permits the relay only. */
const allowOnlyRelay = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    window.RTCPeerConnection = class extends RTCPeerConnection {
      constructor(configuration?: RTCConfiguration) {
        super({ ...configuration, iceTransportPolicy: 'relay' });
      }
    };
  });

interface ConnectionStats {
  connectionType: string;
  count: number;
  totalBytes: number;
}

/** The count of relayed transfers on the admin dashboard. */
const relayedSoFar = async (): Promise<Pick<ConnectionStats, 'count' | 'totalBytes'>> => {
  const admin = demoAccounts.find(({ isAdmin }) => isAdmin);
  const token = await idTokenOf(admin?.email ?? '', admin?.password ?? '');
  const response = await fetch(`${stackInfo().url}/api/admin/turn-vs-stun-stats`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(response.status).toBe(200);
  const rows = (await response.json()) as ConnectionStats[];
  const { count = 0, totalBytes = 0 } =
    rows.find(({ connectionType }) => connectionType === 'turn') ?? {};
  return { count, totalBytes };
};

test('a transfer through coturn with issued credentials arrives identical; both sides and the admin see it as relayed [3.89, 7.11]', async ({
  openBrowser,
}) => {
  // The stack starts coturn only when it is installed; this suite requires it.
  expect((await listServices())['turn']).toMatchObject({ isReady: true });
  const before = await relayedSoFar();
  const file = await randomFile(bytes);
  const sender = await (await openBrowser()).newPage();
  const recipient = await recipientPage(await openBrowser());
  await Promise.all([sender, recipient].map(allowOnlyRelay));
  await openDashboard(sender);
  await openShare(recipient, await createShare(sender, file.path));
  await recipient.getByRole('button', { name: 'Check the connection' }).click();
  await expect(recipient.getByText(/the file goes through a relay/)).toBeVisible();
  expect(await receiveVerified(recipient)).toBe(file.sha256);
  await expectLastWords(recipient, /Sent through an encrypted relay/);
  await expect(sender.getByText(/Through an encrypted relay/)).toBeVisible();
  await expect
    .poll(relayedSoFar)
    .toEqual({ count: before.count + 1, totalBytes: before.totalBytes + bytes });
  await file.remove();
});

import { createAccount, type Account } from '../support/accounts.js';
import {
  exclusive,
  killService,
  stackInfo,
  startService,
  stopService,
  whenServiceReady,
} from '../support/stack.js';
import { expect, test } from '../support/test.js';

interface ShareRow {
  shareId: string;
  password: string;
  filename: string;
}

interface AuditRow {
  id: string;
  eventType: string;
  filename: string;
  accessorEmail: string | null;
}

/** Calls the API with the account's ID token. */
const apiOf = (account: Account) => {
  const { url } = stackInfo();
  const call = (method: string, path: string, body?: object) =>
    fetch(`${url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${account.idToken}`,
        origin: url,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
  const json = async <Answer>(response: Response): Promise<Answer> => {
    expect(response.status, response.url).toBeLessThan(300);
    return (await response.json()) as Answer;
  };
  return {
    create: async (filename: string) =>
      json<ShareRow>(
        await call('POST', '/api/file-shares', {
          filename,
          fileSize: '5 Bytes',
          fileType: 'text/plain',
          firebaseUser: null,
        }),
      ),
    tryCreate: (filename: string) =>
      call('POST', '/api/file-shares', {
        filename,
        fileSize: '5 Bytes',
        fileType: 'text/plain',
        firebaseUser: null,
      }),
    list: async () => json<ShareRow[]>(await call('GET', `/api/file-shares?userId=${account.uid}`)),
    access: (share: ShareRow) =>
      call('POST', `/api/shares/${share.shareId}/access`, { password: share.password }),
    download: (share: ShareRow) =>
      call('POST', `/api/shares/${share.shareId}/download`, {
        password: share.password,
        downloaderInfo: { name: 'Grace', email: 'grace@example.com' },
      }),
    audit: async () => json<AuditRow[]>(await call('GET', `/api/audit-logs?userId=${account.uid}`)),
  };
};

test.describe('acknowledged writes survive the death of a process', { tag: exclusive }, () => {
  test('a shares service killed between create and access loses no share and records each event once', async () => {
    const api = apiOf(await createAccount());
    const acknowledged: ShareRow[] = [];
    for (const round of [1, 2]) {
      acknowledged.push(await api.create(`round-${round}.txt`));
      await killService('shares');
      await whenServiceReady('shares');
    }
    for (const share of acknowledged) {
      await expect.poll(async () => (await api.access(share)).status).toBe(200);
      expect((await api.download(share)).status).toBeLessThan(300);
      await killService('shares');
      await whenServiceReady('shares');
    }
    await expect
      .poll(async () => (await api.list()).map(({ filename }) => filename))
      .toEqual(['round-2.txt', 'round-1.txt']);

    const count = async (eventType: string) =>
      (await api.audit()).filter((row) => row.eventType === eventType).length;
    await expect.poll(() => count('share_created')).toBe(2);
    await expect.poll(() => count('access_attempt')).toBe(2);
    await expect.poll(() => count('download_completed')).toBe(2);
  });

  test('a shares service killed during a burst of creates keeps every acknowledged share and the limit of the plan', async () => {
    const api = apiOf(await createAccount());
    const burst = Array.from({ length: 30 }, (_, index) => api.tryCreate(`burst-${index}.txt`));
    await Promise.race(burst);
    await killService('shares');
    const answers = await Promise.all(burst);
    const acknowledged = await Promise.all(
      answers
        .filter(({ ok }) => ok)
        .map(async (answer) => ((await answer.json()) as ShareRow).shareId),
    );
    await whenServiceReady('shares');
    await expect
      .poll(async () => (await api.list()).length)
      .toBeGreaterThanOrEqual(acknowledged.length);
    const listed = (await api.list()).map(({ shareId }) => shareId);
    expect(listed).toEqual(expect.arrayContaining(acknowledged));
    expect(listed.length).toBeLessThanOrEqual(10);
  });

  test('events of a share created and opened without the broker arrive after its restart', async () => {
    const api = apiOf(await createAccount());
    await api.create('before.txt');
    await stopService('nats');
    const share = await api.create('during.txt');
    expect((await api.access(share)).status).toBe(200);
    await startService('nats');
    await expect
      .poll(
        async () =>
          (await api.audit()).map(({ eventType, filename }) => `${eventType} ${filename}`).sort(),
        {
          timeout: 30_000,
        },
      )
      .toEqual([
        'access_attempt during.txt',
        'share_created before.txt',
        'share_created during.txt',
      ]);
  });
});

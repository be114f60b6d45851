import { randomUUID } from 'node:crypto';
import { maxRows } from '@tandem/proto/browser/limits';
import {
  IdentityServiceDefinition,
  type AdminAction,
  type AdminActionList,
} from '@tandem/proto/tandem/identity/v1/identity';
import { connectFirebase } from '../src/provider.js';
import { projectId } from './auth-emulator.js';
import { byIdToken, startReplicas, type Replicas } from './replicas.js';

let replicas: Replicas;
let here: Replicas['here'];
let elsewhere: Replicas['elsewhere'];
beforeAll(async () => {
  replicas = await startReplicas();
  ({ here, elsewhere } = replicas);
});
afterAll(() => replicas.stop());

const record = (action: string, subjectUids: string[]) =>
  here.admin.recordAdminAction({ action, subjectUids });

const inOneMillisecond = async (uid: string, count: number): Promise<void> => {
  const at = new Date();
  const log = replicas.connection.collection('admin_log');
  const fields = { at, actorUid: 'admin', action: 'shares-viewed', subjectUids: [uid] };
  await log.insertMany(
    Array.from({ length: count }, () => ({ _id: randomUUID() as never, ...fields })),
  );
};

interface Page {
  limit: number;
  before?: Date | undefined;
  beforeId?: string;
}

const readInPages = async (
  limit: number,
  read: (page: Page) => Promise<AdminActionList>,
): Promise<AdminAction[]> => {
  const all: AdminAction[] = [];
  for (;;) {
    const last = all.at(-1);
    const { actions } = await read({ limit, ...(last && { before: last.at, beforeId: last.id }) });
    all.push(...actions);
    if (actions.length < limit) return all;
  }
};

describe('the admin log', () => {
  it('shows a person what concerns them, newest first, and nothing else', async () => {
    await record('shares-viewed', ['alice']);
    await record('users-listed', ['alice', 'bob']);
    await record('plan-changed', ['bob']);
    const { actions } = await elsewhere.as('alice').listAdminActionsAbout({});
    expect(actions.map(({ action }) => action)).toEqual(['users-listed', 'shares-viewed']);
    expect(actions[0]).toMatchObject({ actorUid: 'admin', subjectUids: ['alice', 'bob'] });
    expect(actions[0]?.at?.getTime()).toBeGreaterThan(Date.now() - 60_000);
  });

  it('pages through all entries about a person', async () => {
    for (let count = 0; count < 3; count += 1) await record('shares-viewed', ['carol']);
    await inOneMillisecond('carol', 5);
    const carol = here.as('carol');
    const { actions: all } = await carol.listAdminActionsAbout({});
    expect(all).toHaveLength(8);
    expect(await readInPages(2, (page) => carol.listAdminActionsAbout(page))).toEqual(all);
  });

  it('pages through all entries', async () => {
    await inOneMillisecond('erin', 5);
    const { actions: all } = await here.admin.listAdminActions({ limit: 500 });
    expect(await readInPages(2, (page) => here.admin.listAdminActions(page))).toEqual(all);
  });

  it('continues before a time alone without its millisecond', async () => {
    const { actions: all } = await here.admin.listAdminActions({ limit: 500 });
    const { actions: older } = await here.admin.listAdminActions({
      limit: 500,
      before: all[0]?.at,
    });
    const at = all[0]?.at?.getTime();
    expect(older).toEqual(all.filter((entry) => entry.at?.getTime() !== at));
  });

  it('lists as many entries as a page may have, each about as many users as one may name', async () => {
    const uids = Array.from({ length: 500 }, (_, index) => `user-${index}`.padEnd(28, 'x'));
    for (let count = 0; count < maxRows.adminActions; count += 1)
      await record('users-listed', uids);
    const { actions } = await here.admin.listAdminActions({ limit: maxRows.adminActions });
    expect(actions.map(({ subjectUids }) => subjectUids.length)).toEqual(
      Array.from({ length: maxRows.adminActions }, () => uids.length),
    );
  });

  it.each([
    ['an unknown action', 'erased', ['alice']],
    ['too many subjects', 'users-listed', Array.from({ length: 501 }, (_, index) => `u${index}`)],
  ])('refuses %s', async (_what, action, subjects) => {
    await expect(record(action, subjects)).rejects.toMatchObject({ code: 'invalid-argument' });
  });

  it('is written and read by admins only', async () => {
    const mallory = here.as('mallory');
    const forged = mallory.recordAdminAction({ action: 'users-listed', subjectUids: ['alice'] });
    await expect(forged).rejects.toThrow('PERMISSION_DENIED');
    const read = mallory.listAdminActions({ limit: 1 });
    await expect(read).rejects.toThrow('PERMISSION_DENIED');
  });

  it('outlives the account of the person and of the admin', async () => {
    const person = await replicas.emulator.signUp();
    await here.client.authenticate(byIdToken(person.idToken));
    await record('account-deleted', [person.uid]);
    await here.as(person.uid).deleteUser({ uid: person.uid });
    const { actions } = await here.as(person.uid).listAdminActionsAbout({});
    expect(actions).toMatchObject([{ action: 'account-deleted' }]);
  });

  it('has no call that changes or removes an entry', () => {
    const methods = Object.keys(IdentityServiceDefinition.methods);
    expect(methods.filter((name) => /admin/i.test(name)).sort()).toEqual([
      'listAdminActions',
      'listAdminActionsAbout',
      'recordAdminAction',
    ]);
  });

  it('has one entry for each change of admin rights, which several replicas notice', async () => {
    const { uid, idToken } = await replicas.emulator.signUp();
    const authenticate = () =>
      Promise.all(
        [here, elsewhere, here, elsewhere].map(({ client }) =>
          client.authenticate(byIdToken(idToken)),
        ),
      );
    const actionsAbout = async () =>
      (await here.as(uid).listAdminActionsAbout({})).actions.map(({ action }) => action);
    await authenticate();
    expect(await actionsAbout()).toEqual([]);
    const provider = connectFirebase({ projectId, hasCredentials: false });
    await provider.setAdmin(uid, true);
    await replicas.later(10_001, authenticate);
    expect(await actionsAbout()).toEqual(['admin-rights-granted']);
    await provider.setAdmin(uid, false);
    await replicas.later(20_002, authenticate);
    expect((await actionsAbout()).sort()).toEqual(['admin-rights-granted', 'admin-rights-removed']);
    await provider.setAdmin(uid, true);
    await replicas.later(30_003, authenticate);
    expect((await actionsAbout()).sort()).toEqual([
      'admin-rights-granted',
      'admin-rights-granted',
      'admin-rights-removed',
    ]);
    expect(replicas.securityEvents).toEqual(['authz_change', 'authz_change', 'authz_change']);
    expect(await here.admin.getUser({ uid })).toMatchObject({ isAdmin: true });
  });
});

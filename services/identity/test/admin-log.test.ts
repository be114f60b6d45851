import { maxRows } from '@tandem/proto/browser/limits';
import { IdentityServiceDefinition } from '@tandem/proto/tandem/identity/v1/identity';
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
    const carol = here.as('carol');
    const { actions: all } = await carol.listAdminActionsAbout({});
    expect(all).toHaveLength(3);
    const { actions: first } = await carol.listAdminActionsAbout({ limit: 2 });
    expect(first).toEqual(all.slice(0, 2));
    const at = first.at(-1)?.at?.getTime() ?? 0;
    const before = new Date(at + 1);
    const { actions: older } = await carol.listAdminActionsAbout({ limit: 2, before });
    expect(older.map(({ id }) => id)).toContain(all.at(-1)?.id);
  });

  it('pages through all entries', async () => {
    const first = await here.admin.listAdminActions({ limit: 1, before: undefined });
    const before = first.actions[0]?.at;
    const older = await here.admin.listAdminActions({ limit: 500, before });
    expect(first.actions).toHaveLength(1);
    expect(older.actions.map(({ id }) => id)).not.toContain(first.actions[0]?.id);
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
    const read = mallory.listAdminActions({ limit: 1, before: undefined });
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

import { randomBytes } from 'node:crypto';
import { createRegistry, parseKeyring, silentLogger } from '@tandem/kit';
import { mongo } from 'mongoose';
import { signPoint } from '../../src/chain/sign-point.js';
import { createSigner } from '../../src/chain/signing.js';
import type { PointKind } from '../../src/chain/verify.js';
import { currentTree } from '../../src/tree/current.js';
import { integrate } from '../../src/tree/integrate.js';
import { headEveryMs, headTask, keepHead } from '../../src/tree/tasks.js';
import { verifyTree } from '../../src/tree/verify-tree.js';
import { fill, startStack, uniqueUid, type Stack } from '../harness.js';

// Either this process has not been restarted since the others began to sign with a new key, or a forger names a key that
// does not exist.
let stack: Stack;
beforeEach(async () => {
  stack = await startStack();
});
afterEach(() => stack.stop());

/** Another process, whose key this one does not have. */
const elsewhere = () => {
  const newer = parseKeyring(`a2:${randomBytes(32).toString('base64url')}`);
  return { ...stack.context, heads: { last: null }, signer: createSigner(newer) };
};

const hourMs = 3_600_000;
const advance = (ms: number) => {
  stack.clock.now = new Date(stack.clock.now.getTime() + ms);
};

const verify = (ownerUid: string) => stack.client.verifyChain({ ownerUid });

describe.each<PointKind>(['base', 'checkpoint'])('a log whose %s has an unknown key', (kind) => {
  const fillAndSign = async () => {
    const ownerUid = uniqueUid();
    const ids = await fill(stack, ownerUid, 3);
    await integrate(stack.context);
    const chain = await stack.context.chains.get(ownerUid);
    const point = chain?.[kind];
    if (!point) throw new Error(`no ${kind}`);
    const change = { $set: { [kind]: signPoint(elsewhere(), kind, ownerUid, point) } };
    await stack.rows.chains.updateOne({ _id: ownerUid as never }, change);
    return { ownerUid, ids };
  };

  it('is neither intact nor altered for this process', async () => {
    const { ownerUid } = await fillAndSign();
    await expect(verify(ownerUid)).rejects.toMatchObject({
      code: 'unavailable',
      message: 'The audit log is signed with a key that is not configured here.',
    });
  });

  it('is altered when an entry is missing or changed', async () => {
    const removed = await fillAndSign();
    await stack.rows.entries.deleteOne({ _id: removed.ids[2] as never });
    expect(await verify(removed.ownerUid)).toMatchObject({ isValid: false, firstBroken: 3 });
    const changed = await fillAndSign();
    const change = { $set: { filename: 'other.bin' } };
    await stack.rows.entries.updateOne({ _id: changed.ids[1] as never }, change);
    expect(await verify(changed.ownerUid)).toMatchObject({ isValid: false, firstBroken: 2 });
  });

  it('is altered when the end of the entries is missing with its signature', async () => {
    const { ownerUid, ids } = await fillAndSign();
    await stack.rows.entries.deleteMany({ _id: { $in: ids.slice(1) as never[] } });
    const first = await stack.context.entries.at(ownerUid, 1);
    if (!first) throw new Error('no entry');
    const checkpoint = signPoint(elsewhere(), 'checkpoint', ownerUid, first);
    await stack.rows.chains.updateOne({ _id: ownerUid as never }, { $set: { checkpoint } });
    expect(await verify(ownerUid)).toMatchObject({ isValid: false, firstBroken: 2 });
  });

  it('is altered when the rotation must have reached this process', async () => {
    const { ownerUid } = await fillAndSign();
    advance(hourMs);
    expect(await verify(ownerUid)).toMatchObject({
      isValid: false,
      detail: 'The log is signed with a key that is not configured here.',
    });
  });

  it.each<[string, Record<string, unknown>]>([
    ['dated in the future', { at: new Date(Date.now() + hourMs) }],
    ['without a date', { at: 'now' }],
    ['whose key has no possible name', { kid: 'a 2' }],
    ['whose key is no text', { kid: null }],
  ])('is altered by a signature %s', async (_name, fields) => {
    const { ownerUid } = await fillAndSign();
    const change = Object.entries(fields).map(([name, value]) => [`${kind}.${name}`, value]);
    const rows = stack.rows.chains;
    await rows.updateOne(
      { _id: ownerUid as never },
      { $set: Object.fromEntries(change) as object },
    );
    expect(await verify(ownerUid)).toMatchObject({ isValid: false });
  });
});

it('a log counts as altered when one of its two unknown keys is too old for a rotation', async () => {
  const ownerUid = uniqueUid();
  await fill(stack, ownerUid, 1);
  await stack.rows.chains.updateOne({ _id: ownerUid as never }, { $set: { 'base.kid': 'zz' } });
  advance(hourMs);
  const last = await stack.context.entries.last(ownerUid);
  if (!last) throw new Error('no entry');
  const checkpoint = signPoint(elsewhere(), 'checkpoint', ownerUid, last);
  await stack.rows.chains.updateOne({ _id: ownerUid as never }, { $set: { checkpoint } });
  expect(await verify(ownerUid)).toMatchObject({ isValid: false, firstBroken: 1 });
});

/** Runs the task that signs, and returns the value of the alert's metric. */
const startTask = () => {
  const registry = createRegistry('test');
  const sign = headTask(stack.context, { logger: silentLogger, registry });
  return async () => {
    await sign();
    return /^audit_tree_damaged\S* (\d)$/m.exec(await registry.metrics())?.[1];
  };
};

describe('a head with an unknown key', () => {
  const signElsewhere = async () => {
    await fill(stack, uniqueUid(), 3);
    await integrate(stack.context);
    const head = await keepHead(elsewhere());
    if (!head) throw new Error('no head');
    return head;
  };
  const damaged = { reason: 'audit-log-damaged' };

  it('is not extended by this process and is not reported as damage', async () => {
    await signElsewhere();
    await expect(currentTree(stack.context)).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('is reported as damage when the tree does not extend it', async () => {
    const head = await signElsewhere();
    await stack.rows.leaves.deleteOne({ _id: (head.size - 1) as never });
    await expect(currentTree(stack.context)).rejects.toMatchObject(damaged);
  });

  it('is reported as damage, to owners too, when it is still there after ten minutes', async () => {
    await signElsewhere();
    await expect(currentTree(stack.context)).rejects.toMatchObject({ code: 'unavailable' });
    advance(headEveryMs);
    await expect(currentTree(stack.context)).rejects.toMatchObject(damaged);
  });

  it('is reported as damage when this process starts long after it was signed', async () => {
    await signElsewhere();
    advance(hourMs);
    await expect(currentTree(stack.context)).rejects.toMatchObject(damaged);
  });

  const soon = () => new Date(stack.clock.now.getTime() + 1);
  const inAYear = () => new Date(stack.clock.now.getTime() + 365 * 24 * hourMs);

  it.each<[string, () => object]>([
    ['dated in the future', () => ({ at: inAYear() })],
    ['dated in the future, with a known key', () => ({ at: inAYear(), kid: 'a1' })],
    ['without a date', () => ({ at: new mongo.MaxKey() })],
    ['without a size', () => ({ at: soon(), size: 'all' })],
    ['of a negative size', () => ({ at: soon(), size: -1 })],
  ])('is damage when it is %s', async (_name, change) => {
    const head = await signElsewhere();
    await stack.context.tree.saveHead({ ...head, ...change() });
    expect(await startTask()()).toBe('1');
    await expect(currentTree(stack.context)).rejects.toMatchObject(damaged);
  });

  it('does not stop the signing when the clock of a replica was far ahead', async () => {
    await keepHead({ ...stack.context, now: inAYear });
    expect((await keepHead(stack.context))?.at).toEqual(stack.clock.now);
  });

  it('is named by the command that verifies the tree', async () => {
    const head = await signElsewhere();
    const { tree, signer: verifier } = stack.context;
    const owners = () => Promise.resolve([]);
    const { faults } = await verifyTree({ tree, verifier, owners }, []);
    expect(faults).toContain(
      `A head of ${head.size} records is signed with a key that is not configured here.`,
    );
  });

  it('raises the alert when it is still there after ten minutes, however often it is signed again', async () => {
    await signElsewhere();
    const run = startTask();
    expect(await run()).toBe('0');
    for (let minutes = 10; minutes <= 30; minutes += 10) {
      advance(headEveryMs);
      await stack.rows.heads.deleteMany({});
      await signElsewhere();
      expect(await run()).toBe('1');
    }
    await stack.rows.heads.deleteMany({});
    expect(await run()).toBe('0');
  });

  it('is forgotten when this process has signed in between', async () => {
    await signElsewhere();
    const run = startTask();
    await run();
    advance(headEveryMs);
    await stack.rows.heads.deleteMany({});
    await run();
    advance(headEveryMs);
    await stack.rows.heads.deleteMany({});
    await signElsewhere();
    expect(await run()).toBe('0');
  });
});

it('the alert of a replica stays while another one signs a tree that this one refuses', async () => {
  await fill(stack, uniqueUid(), 3);
  await integrate(stack.context);
  await keepHead(stack.context);
  const run = startTask();
  // A rollback of the whole database.
  await stack.rows.leaves.deleteOne({ _id: 2 as never });
  await stack.rows.heads.deleteMany({});
  await keepHead({ ...stack.context, heads: { last: null } });
  expect(await run()).toBe('1');
});

import { createRegistry, silentLogger } from '@tandem/kit';
import type { AuditContext } from '../context.js';
import { headTask } from './tasks.js';

const startTask = (tree: Partial<AuditContext['tree']>) => {
  const now = new Date('2026-11-22T10:00:00Z');
  const context = {
    tree: { size: async () => 0, lastHead: async () => null, saveHead: async () => {}, ...tree },
    signer: { sign: () => ({ kid: 'k', signature: 's' }) },
    heads: { last: null },
    now: () => now,
  } as unknown as AuditContext;
  const registry = createRegistry('test');
  const sign = headTask(context, { logger: silentLogger, registry });
  const signedAt = async () =>
    Number(
      /^audit_tree_signed_timestamp_seconds\S* (\S+)$/m.exec(await registry.metrics())?.[1] ?? NaN,
    );
  return { sign, signedAt, now };
};

describe('the task that signs the tree', () => {
  it('exports when it signed last, and 0 before', async () => {
    const { sign, signedAt, now } = startTask({});
    expect(await signedAt()).toBe(0);
    await sign();
    expect(await signedAt()).toBe(now.getTime() / 1000);
  });

  it('exports no later time while it cannot sign', async () => {
    const { sign, signedAt } = startTask({ lastHead: () => Promise.reject(new Error('out')) });
    await expect(sign()).rejects.toThrow('out');
    expect(await signedAt()).toBe(0);
  });
});

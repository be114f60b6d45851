import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { openStack } from './harness.js';

const stack = openStack();

/** The command of the guide, for mongosh. */
const [adoption = ''] =
  /^ +db\.customers\.updateOne\(.*\)$/m.exec(
    readFileSync(new URL('../../../docs/deploy.md', import.meta.url), 'utf8'),
  ) ?? [];

const adopt = (uid: string, providerId: string): Promise<unknown> =>
  runInNewContext(adoption.replace('<uid>', uid).replace('<cus_…>', providerId), {
    db: { customers: stack.connection.collection('customers') },
    Date,
  }) as Promise<unknown>;

// docs/deploy.md, Restoring: the payment provider is not restored and has customers that the database lacks.
describe('a customer opened after the backup', () => {
  it('is unknown after the restore, and has its plan again once it is adopted', async () => {
    await stack.paidPro();
    const providerId = await stack.providerId();
    await stack.connection.collection('customers').deleteOne({ _id: stack.uid as never });
    await stack.billing.reconcile();
    expect(await stack.statusOf()).toBe('free');

    await adopt(stack.uid, providerId);
    await stack.billing.reconcile();
    expect(await stack.statusOf()).toBe('active');
    expect(await stack.billing.plans.cancel(stack.uid)).toMatchObject({ status: 'free' });
    expect((await stack.subscriptions())[0]?.status).toBe('canceled');
  });

  it('is adopted by a row that had none, and not in place of another', async () => {
    await stack.billing.plans.setPlan(stack.uid, 'active');
    await stack.billing.plans.setPlan(stack.uid, 'free');
    const { id } = await stack.provider.stripe.customers.create({ metadata: { uid: stack.uid } });
    await adopt(stack.uid, id);
    await stack.billing.reconcile();
    expect(await stack.providerId()).toBe(id);
    await expect(adopt(stack.uid, 'cus_other')).rejects.toMatchObject({ code: 11_000 });
    expect(await stack.providerId()).toBe(id);
  });
});

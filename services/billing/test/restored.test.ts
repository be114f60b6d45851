import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { openDesk } from './harness.js';

const desk = openDesk();

/** The command of the guide, for mongosh. */
const [adoption = ''] =
  /^ +db\.customers\.updateOne\(.*\)$/m.exec(
    readFileSync(new URL('../../../docs/deploy.md', import.meta.url), 'utf8'),
  ) ?? [];

const adopt = (uid: string, providerId: string): Promise<unknown> =>
  runInNewContext(adoption.replace('<uid>', uid).replace('<cus_…>', providerId), {
    db: { customers: desk.connection.collection('customers') },
    Date,
  }) as Promise<unknown>;

// docs/deploy.md, Restoring: the payment provider is not restored and has customers that the database lacks.
describe('a customer opened after the backup', () => {
  it('is unknown after the restore, and has its plan again once it is adopted', async () => {
    await desk.paidPro();
    const providerId = await desk.providerId();
    await desk.connection.collection('customers').deleteOne({ _id: desk.uid as never });
    await desk.billing.reconcile();
    expect(await desk.statusOf()).toBe('free');

    await adopt(desk.uid, providerId);
    await desk.billing.reconcile();
    expect(await desk.statusOf()).toBe('active');
    expect(await desk.billing.plans.cancel(desk.uid)).toMatchObject({ status: 'free' });
    expect((await desk.subscriptions())[0]?.status).toBe('canceled');
  });

  it('is adopted by a row that had none, and not in place of another', async () => {
    await desk.billing.plans.setPlan(desk.uid, 'active');
    await desk.billing.plans.setPlan(desk.uid, 'free');
    const { id } = await desk.provider.stripe.customers.create({ metadata: { uid: desk.uid } });
    await adopt(desk.uid, id);
    await desk.billing.reconcile();
    expect(await desk.providerId()).toBe(id);
    await expect(adopt(desk.uid, 'cus_other')).rejects.toMatchObject({ code: 11_000 });
    expect(await desk.providerId()).toBe(id);
  });
});

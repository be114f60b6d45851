import { nextSubscribe, type SubscribeEvent, type SubscribeState } from './subscribe.state.js';

const choosing: SubscribeState = { kind: 'choosing' };
const preparing: SubscribeState = { kind: 'preparing', plan: 'pro' };
const paying: SubscribeState = { kind: 'paying', plan: 'pro', clientSecret: 's' };
const paid: SubscribeState = { kind: 'paid', plan: 'pro' };
const pending: SubscribeState = { kind: 'pending', plan: 'pro' };

describe('the states of /subscribe', () => {
  const table: [SubscribeState, SubscribeEvent, SubscribeState, string][] = [
    [choosing, { type: 'choose', plan: 'pro' }, preparing, '[4.64, 4.65]'],
    [preparing, { type: 'secret', plan: 'pro', clientSecret: 's' }, paying, '[4.65]'],
    [preparing, { type: 'refused', plan: 'pro' }, choosing, ''],
    [paying, { type: 'paid' }, paid, '[4.66]'],
    [paying, { type: 'pending' }, pending, ''],
    [paying, { type: 'change-plan' }, choosing, '[4.67]'],
    [preparing, { type: 'change-plan' }, choosing, '[4.67]'],
    // Late answers.
    [choosing, { type: 'secret', plan: 'pro', clientSecret: 's' }, choosing, ''],
    [preparing, { type: 'secret', plan: 'proforever', clientSecret: 's' }, preparing, ''],
    [preparing, { type: 'refused', plan: 'proforever' }, preparing, ''],
    [preparing, { type: 'choose', plan: 'proforever' }, preparing, ''],
    [choosing, { type: 'paid' }, choosing, ''],
    [paid, { type: 'change-plan' }, paid, ''],
    [choosing, { type: 'pending' }, choosing, ''],
    [pending, { type: 'change-plan' }, pending, ''],
  ];
  it.each(table)('%j on %j becomes %j %s', (state, event, expected) => {
    expect(nextSubscribe(state, event)).toEqual(expected);
  });
});

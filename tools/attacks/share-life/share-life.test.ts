import fc from 'fast-check';
import { caller, signIn, signUp, type Ask } from '../../canary/people.js';
import { demoAccounts } from '../../dev-stack/accounts.js';
import { openConsole } from '../../dev-stack/run/console.js';
import { missingBuilds, startStack, type Stack } from '../../dev-stack/stack.js';
import { changePlan, make, rowsOf, type World } from './calls.js';
import {
  foreignActions,
  freeShares,
  initial,
  rowOf,
  statesAfter,
  wrongPasswordLimit,
  type Call,
  type State,
} from './model.js';

/**
 * Sequences of calls of an owner with two sessions, of recipients, another user and an admin, some at the same time,
 * against all processes of the product. Some order of the calls that overlapped must explain their answers and the list
 * of shares.
 */
const sequences = process.env['LONG_RUN'] ? 400 : 25;

let stack: Stack;
let ask: Ask;
let otherCookie: string;
let adminToken: string;

const ignore = () => undefined;

const signUpWithDevices = async () => {
  const { uid, idToken } = await signUp(stack.authEmulatorOrigin ?? '');
  const openSession = async () => (await ask('POST', '/api/session', { json: { idToken } })).cookie;
  return { uid, devices: [await openSession(), await openSession()] };
};

beforeAll(async () => {
  expect(missingBuilds()).toEqual([]);
  stack = await startStack({
    port: 0,
    console: { ...openConsole(), print: ignore, report: ignore, echo: ignore },
    env: {
      RATE_LIMIT_SCALE: '0',
      TRUST_PROXY_HOPS: '1',
      LOG_LEVEL: 'error',
      FREE_MONTHLY_SHARES: String(freeShares),
      WRONG_PASSWORD_LIMIT: String(wrongPasswordLimit),
    },
  });
  ask = caller(stack.url);
  otherCookie = (await signUpWithDevices()).devices[0] ?? '';
  const admin = demoAccounts.find(({ isAdmin }) => isAdmin);
  adminToken = await signIn(
    stack.authEmulatorOrigin ?? '',
    admin?.email ?? '',
    admin?.password ?? '',
  );
}, 120_000);
afterAll(() => stack.stop());

/** A call before its share and grant are chosen from those that exist. */
interface Draft {
  type: Call['type'];
  pick: number;
  device: number;
  password: number;
  action: number;
}

const often: Call['type'][] = [
  ...(['open', 'open', 'report-password', 'report-password', 'report-password'] as const),
  ...(['deliver', 'deliver', 'stop', 'stop', 'restart', 'create', 'limit'] as const),
];
const types: Call['type'][] = [
  ...often,
  ...([
    'create',
    'open-own',
    'guess-own',
    'renew',
    'report',
    'limit',
    'expiry',
    'password',
  ] as const),
  ...(['delete', 'foreign', 'admin-list'] as const),
];
const draft: fc.Arbitrary<Draft> = fc.record({
  type: fc.oneof(
    { weight: 40, arbitrary: fc.constantFrom(...types) },
    { weight: 1, arbitrary: fc.constantFrom('sign-out' as const, 'sign-out-everywhere' as const) },
  ),
  pick: fc.nat({ max: 60 }),
  device: fc.nat({ max: 1 }),
  password: fc.constantFrom(0, 0, 0, 1, 2, -1, -1, -1),
  action: fc.nat({ max: foreignActions.length - 1 }),
});
type Round = Draft[] | 'free' | 'active';
const round: fc.Arbitrary<Round> = fc.oneof(
  { weight: 12, arbitrary: fc.array(draft, { minLength: 1, maxLength: 4 }) },
  { weight: 2, arbitrary: fc.constantFrom('free' as const, 'active' as const) },
);

const pickFrom = <Item>(items: readonly Item[], pick: number): Item | undefined =>
  items[pick % Math.max(1, items.length)];

let made = 0;

/** Null if nothing exists that the call could be about. */
const callOf = ({ shareIds, grants }: World, drafted: Draft): Call | null => {
  const { type, pick, device, password, action } = drafted;
  made += 1;
  if (type === 'create') return { type, device, slot: made };
  if (type === 'admin-list') return { type };
  if (type === 'sign-out' || type === 'sign-out-everywhere') return { type, device };
  const grantId = pickFrom([...grants.keys()], pick);
  const [ofGrant] = grantId?.split(':') ?? [];
  if (type === 'renew' || type === 'report') {
    if (grantId === undefined) return null;
    const about = { slot: Number(ofGrant), grantId, device };
    return { ...about, type, deliveryId: String(pick % 3).padStart(22, 'd') };
  }
  // Mostly the first share, so that one share has a long life.
  const slot = pickFrom([...shareIds.keys()], pick < 45 ? 0 : pick);
  if (slot === undefined) return null;
  const given = {
    slot,
    device,
    password,
    deliveryId: String(pick % 3).padStart(22, 'd'),
    grantId: `${String(slot)}:${String(made)}`,
    asOther: pick % 5 === 0,
    downloads: [null, 1, 2][pick % 3] ?? null,
    days: [5, 20][pick % 2] ?? 5,
    by: pick % 2 === 0 ? ('other' as const) : ('visitor' as const),
    action: foreignActions[action] ?? 'stop',
  };
  return type === 'password'
    ? { ...given, type, password: Math.max(0, password) }
    : { ...given, type };
};

const play = async (world: World, rounds: readonly Round[]): Promise<State[]> => {
  let states: State[] = [initial];
  for (const each of rounds) {
    if (typeof each === 'string') {
      await changePlan(world, each);
      states = states.map((state) => ({ ...state, plan: each }));
      continue;
    }
    const calls = each.flatMap((drafted) => callOf(world, drafted) ?? []);
    const answered = await Promise.all(
      calls.map(async (call) => ({ call, answer: await make(world, call) })),
    );
    const after = statesAfter(states, answered);
    if (after.length === 0)
      throw new Error(`no order explains ${JSON.stringify({ states, answered }, null, 1)}`);
    states = after;
  }
  return states;
};

const listOf = ({ shareIds }: World, { shares }: State) =>
  [...shareIds].map(([slot, shareId]) => {
    const share = shares[slot];
    return share && { shareId, password: '', ...rowOf(share) };
  });

describe('the life of shares', () => {
  it(`is explained by some order of the calls, in ${String(sequences)} sequences`, async () => {
    const first: Draft = { type: 'create', pick: 0, device: 0, password: 0, action: 0 };
    await fc.assert(
      fc.asyncProperty(fc.array(round, { minLength: 10, maxLength: 20 }), async (rounds) => {
        const { uid, devices } = await signUpWithDevices();
        const world: World = {
          ...{ ask, devices, ownerUid: uid, otherCookie, adminToken },
          ...{ shareIds: new Map<number, string>(), grants: new Map<string, string>() },
        };
        const states = await play(world, [[first], ...rounds]);
        const listed = await rowsOf(world);
        const rows = [...world.shareIds.values()].map((shareId) => listed.get(shareId));
        const possible = states.map((state) =>
          listOf(world, state).map((row) => expect.objectContaining(row ?? {}) as unknown),
        );
        expect(possible).toContainEqual(rows);
        expect(listed.size).toBe(world.shareIds.size);
      }),
      // Calls of shorter sequences overlap in another way.
      { numRuns: sequences, endOnFailure: true },
    );
  }, 1_800_000);
});

import { randomBytes } from 'node:crypto';
import type { Call } from '../../canary/people.js';
import type { Random } from '../random.js';
import { listFaults, type Round } from '../round.js';
import type { Person, Share, World } from '../world.js';

interface Attempt {
  call: string;
  json?: unknown;
  /** Status for the owner; undefined where the control is left out because it would end the round. */
  control?: number;
}

/** A subscription that no push service knows; a notice to it is never due. */
const subscription = () => ({
  endpoint: `https://fcm.googleapis.com/fcm/send/${randomBytes(16).toString('hex')}`,
  keys: { p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) },
});

/** What belongs to the owner of a share, or to the share. */
const attemptsAt = ({ uid }: Person, { shareId }: Share): Attempt[] => [
  { call: `GET /api/file-shares?userId=${uid}`, control: 200 },
  { call: `GET /api/user?userId=${uid}`, control: 200 },
  { call: `GET /api/audit-logs?userId=${uid}`, control: 200 },
  { call: `GET /api/audit-logs/export?userId=${uid}`, control: 200 },
  { call: `GET /api/audit-logs/verify?userId=${uid}`, control: 200 },
  { call: `GET /api/audit-logs/head?userId=${uid}`, control: 200 },
  { call: `PATCH /api/file-shares/${shareId}`, json: { label: 'mine' }, control: 200 },
  { call: `POST /api/file-shares/${shareId}/stop`, json: {}, control: 200 },
  { call: `POST /api/file-shares/${shareId}/restart`, json: {}, control: 200 },
  { call: `DELETE /api/file-shares/${shareId}`, control: 409 },
  {
    call: `POST /api/shares/${shareId}/access`,
    json: { password: 'zzzz-zzzz-zzzz' },
    control: 403,
  },
  { call: `POST /api/shares/${shareId}/access`, json: { password: '' }, control: 200 },
  {
    call: `POST /api/shares/${shareId}/delivery`,
    json: { deliveryId: randomBytes(16).toString('base64url'), outcome: 'verified', bytes: 1 },
    control: 200,
  },
  {
    call: `POST /api/shares/${shareId}/download`,
    json: { password: 'zzzz', downloaderInfo: { name: 'N', email: 'n@example.com' } },
    control: 403,
  },
  { call: `POST /api/shares/${shareId}/notices`, json: subscription(), control: 201 },
  { call: `GET /api/admin/users`, control: 403 },
  { call: `GET /api/admin/user-analytics`, control: 403 },
  { call: `GET /api/admin/cost-insights`, control: 403 },
  {
    call: `PUT /api/admin/users/${uid}/subscription`,
    json: { subscriptionStatus: 'proforever' },
    control: 403,
  },
];

/** Refused, as unknown, or not found: never what belongs to others. */
const refusals: ReadonlySet<number> = new Set([400, 401, 403, 404, 409, 429]);

const strangersTo = async (
  world: World,
  owner: Person,
  random: Random,
): Promise<Record<string, Call>> => {
  const other = await world.newPerson();
  const share = await world.createShare(other, 'other.pdf');
  const { json } = await world.ask('POST', `/api/shares/${share.shareId}/access`, {
    json: { password: share.password },
  });
  const leaving = await world.newPerson();
  await world.ask('DELETE', '/api/session', { headers: { cookie: leaving.cookie } });
  const end = owner.cookie.length - 1 - random.below(40);
  const changed = owner.cookie[end] === 'A' ? 'B' : 'A';
  return {
    'a visitor': {},
    'another user': { headers: { cookie: other.cookie } },
    'a user who has signed out': { headers: { cookie: leaving.cookie } },
    'a changed session': {
      headers: { cookie: owner.cookie.slice(0, end) + changed + owner.cookie.slice(end + 1) },
    },
    'a forged token': { headers: { authorization: 'Bearer e30.e30.e30' } },
    'the grant of another share': { headers: { authorization: `Grant ${String(json['grant'])}` } },
    'the grant as a token': { headers: { authorization: `Bearer ${String(json['grant'])}` } },
  };
};

export const authorization: Round = {
  id: 'R11',
  title: 'Every caller against what belongs to another',
  weight: 1,
  run: async ({ world, random, seconds }) => {
    const counts = { refused: 0, controls: 0, owners: 0 };
    const faults: string[] = [];
    const send = (attempt: Attempt, call: Call) => {
      const [method = '', path = ''] = attempt.call.split(' ');
      const body = attempt.json === undefined ? {} : { json: attempt.json };
      return world.tryAsk(method, path, { ...call, ...body });
    };
    const nameOf = ({ call }: Attempt) => call.split('?')[0] ?? call;
    const endMs = performance.now() + seconds * 1_000;
    do {
      const owner = await world.newPerson();
      const share = await world.createShare(owner, 'owned.pdf');
      const strangers = await strangersTo(world, owner, random);
      counts.owners += 1;
      const attempts = attemptsAt(owner, share)
        .map((attempt) => ({ attempt, order: random.next() }))
        .toSorted((a, b) => a.order - b.order);
      for (const { attempt } of attempts) {
        for (const [who, call] of Object.entries(strangers)) {
          const { status, text } = await send(attempt, call);
          if (refusals.has(status)) counts.refused += 1;
          else faults.push(`${who}: ${nameOf(attempt)} was answered ${status}`);
          const leaks = [share.password, 'owned.pdf'].filter((secret) => text.includes(secret));
          if (leaks.length > 0) faults.push(`${who}: ${nameOf(attempt)} reveals the share`);
        }
      }
      const { json } = await world.ask('GET', `/api/user?userId=${owner.uid}`, {
        headers: { cookie: owner.cookie },
      });
      if (json['subscriptionStatus'] !== 'free') faults.push('a plan was changed');
      // In the order of the list: restart follows stop.
      for (const attempt of attemptsAt(owner, share)) {
        const { status } = await send(attempt, { headers: { cookie: owner.cookie } });
        if (status === attempt.control) counts.controls += 1;
        else faults.push(`the owner: ${nameOf(attempt)} was answered ${status}`);
      }
    } while (performance.now() < endMs);
    return { counts, measures: [], faults: listFaults(faults) };
  },
};

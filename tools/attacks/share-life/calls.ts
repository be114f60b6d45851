import { until, type Ask } from '../../canary/people.js';
import { passwords, wrongPassword, type Call } from './model.js';

/** The people and shares of one sequence, and the tokens that they have been given. */
export interface World {
  ask: Ask;
  /** Session cookies of the owner, by device. */
  devices: readonly string[];
  ownerUid: string;
  otherCookie: string;
  adminToken: string;
  shareIds: Map<number, string>;
  grants: Map<string, string>;
}

let networks = 0;
/** A network that has made no call before. */
const newAddress = (): string => {
  networks += 1;
  return `10.${String((networks >> 8) & 255)}.${String(networks & 255)}.9`;
};

const person = { name: 'Rita Receiver', email: 'rita@example.test' };
const passwordOf = (index: number): string => passwords[index] ?? wrongPassword;

interface Request {
  method: string;
  path: string;
  json?: object;
  cookie?: string;
  authorization?: string;
}

const deliveryOf = (deliveryId: string) => ({ deliveryId, outcome: 'verified', bytes: 1 });

const requestOf = (world: World, call: Call): Request => {
  const { devices, shareIds, grants } = world;
  const cookie = 'device' in call ? (devices[call.device] ?? '') : '';
  const shareId = ('slot' in call && shareIds.get(call.slot)) || '';
  const own = `/api/file-shares/${shareId}`;
  const link = `/api/shares/${shareId}`;
  const grant = ('grantId' in call && grants.get(call.grantId)) || '';
  switch (call.type) {
    case 'create': {
      const file = { filename: 'plan.pdf', fileSize: '1.00 MB', password: passwordOf(0) };
      return { method: 'POST', path: '/api/file-shares', json: file, cookie };
    }
    case 'open': {
      const json = { password: passwordOf(call.password) };
      const asOther = call.asOther && { cookie: world.otherCookie };
      return { method: 'POST', path: `${link}/access`, json, ...asOther };
    }
    case 'open-own':
      return { method: 'POST', path: `${link}/access`, json: { password: '' }, cookie };
    case 'guess-own':
      return { method: 'POST', path: `${link}/access`, json: { password: wrongPassword }, cookie };
    case 'renew':
      return { method: 'POST', path: `${link}/grant`, json: { grant }, cookie };
    case 'report': {
      const json = { grant, downloaderInfo: person, deliveryId: call.deliveryId };
      return { method: 'POST', path: `${link}/download`, json };
    }
    case 'report-password': {
      const { deliveryId, password } = call;
      const json = { password: passwordOf(password), downloaderInfo: person, deliveryId };
      return { method: 'POST', path: `${link}/download`, json };
    }
    case 'deliver':
      return {
        method: 'POST',
        path: `${link}/delivery`,
        json: deliveryOf(call.deliveryId),
        cookie,
      };
    case 'stop':
    case 'restart':
      return { method: 'POST', path: `${own}/${call.type}`, json: {}, cookie };
    case 'delete':
      return { method: 'DELETE', path: own, cookie };
    case 'limit':
      return { method: 'PATCH', path: own, json: { maxDownloads: call.downloads }, cookie };
    case 'expiry':
      return { method: 'PATCH', path: own, json: { expiresInDays: call.days }, cookie };
    case 'password':
      return { method: 'PATCH', path: own, json: { password: passwordOf(call.password) }, cookie };
    case 'foreign': {
      const by = call.by === 'other' ? { cookie: world.otherCookie } : {};
      const requests = {
        stop: { method: 'POST', path: `${own}/stop`, json: {} },
        restart: { method: 'POST', path: `${own}/restart`, json: {} },
        delete: { method: 'DELETE', path: own },
        edit: { method: 'PATCH', path: own, json: { label: 'not mine' } },
        deliver: { method: 'POST', path: `${link}/delivery`, json: deliveryOf('f'.repeat(22)) },
      };
      return { ...requests[call.action], ...by };
    }
    case 'sign-out':
      return { method: 'DELETE', path: '/api/session', cookie };
    case 'sign-out-everywhere':
      return { method: 'DELETE', path: '/api/session?everywhere=true', cookie };
    case 'admin-list':
      return {
        method: 'GET',
        path: `/api/file-shares?userId=${world.ownerUid}`,
        authorization: `Bearer ${world.adminToken}`,
      };
  }
};

const shownTypes: ReadonlySet<Call['type']> = new Set(['stop', 'restart']);

/** Makes the call and keeps the share or grant that it was given. Returns the answer as the model words it. */
export const make = async (world: World, call: Call): Promise<string> => {
  const { method, path, json, ...credentials } = requestOf(world, call);
  const headers = { 'x-forwarded-for': newAddress(), ...credentials };
  const send = () => world.ask(method, path, { headers, ...(json && { json }) });
  let answer = await send();
  // A busy machine refuses calls before anything is done.
  while (answer.json['reason'] === 'overloaded') answer = await send();
  const { status, json: body } = answer;
  if (call.type === 'create' && status === 201)
    world.shareIds.set(call.slot, String(body['shareId']));
  if ((call.type === 'open' || call.type === 'open-own') && status === 200)
    world.grants.set(call.grantId, String(body['grant']));
  if (call.type === 'admin-list' && passwords.some((password) => answer.text.includes(password)))
    return 'an admin reads the password';
  if (status === 401) return '401';
  if (status >= 300) return `${String(status)} ${String(body['reason'])}`;
  if (!shownTypes.has(call.type)) return String(status);
  const { stopReason } = body;
  return `${String(status)} ${typeof stopReason === 'string' ? stopReason : 'active'}`;
};

/** The shares of the owner by id, as the admin sees them. */
export const rowsOf = async (world: World): Promise<Map<string, Record<string, unknown>>> => {
  const { text } = await world.ask('GET', `/api/file-shares?userId=${world.ownerUid}`, {
    headers: { authorization: `Bearer ${world.adminToken}` },
  });
  const rows = JSON.parse(text) as Record<string, unknown>[];
  return new Map(rows.map((row) => [String(row['shareId']), row]));
};

const planPath = ({ ownerUid }: World) => `/api/admin/users/${ownerUid}/subscription`;

/** Resolves when the service of shares has received the plan. */
export const changePlan = async (world: World, plan: 'free' | 'active'): Promise<void> => {
  const headers = { authorization: `Bearer ${world.adminToken}` };
  const json = { subscriptionStatus: plan };
  const { status, text } = await world.ask('PUT', planPath(world), { headers, json });
  if (status !== 200) throw new Error(`the plan was not changed: ${text}`);
  await until(`the plan is ${plan}`, async () => {
    const user = await world.ask('GET', `/api/user?userId=${world.ownerUid}`, { headers });
    if (user.status !== 200) throw new Error(`the plan cannot be read: ${user.text}`);
    return (user.json['monthlyLimit'] === null) === (plan === 'active');
  });
};

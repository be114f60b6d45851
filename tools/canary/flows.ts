/** The flows of the product, each with secrets of its own, which it adds to the world. */

import { randomBytes, randomUUID } from 'node:crypto';
import { demoAccounts } from '../dev-stack/accounts.js';
import { openSocket, signIn, signUp, until, type Ask, type Call } from './people.js';

/**
 * The running product, and the texts that must not be found: `secrets` in any output, `personal` in logs, traces and
 * metrics, `passing` in those and in the databases.
 */
export interface World {
  ask: Ask;
  /** Origin that browsers use. */
  origin: string;
  emulator: string;
  secrets: Record<string, string>;
  personal: Record<string, string>;
  passing: Record<string, string>;
}

export interface Person {
  uid: string;
  cookie: string;
  idToken: string;
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

/** Calls the API. Throws for another status. */
const expectStatus = async (
  { ask }: World,
  call: string,
  status: number,
  options: Call = {},
): Promise<Awaited<ReturnType<Ask>>> => {
  const [method = '', path = ''] = call.split(' ');
  const answer = await ask(method, path, options);
  if (answer.status !== status) {
    throw new Error(`${call}: expected ${String(status)}, got ${String(answer.status)}`);
  }
  return answer;
};

/** Sign-up and sign-in, valid and invalid. */
export const joinProduct = async (world: World): Promise<Person> => {
  const account = await signUp(world.emulator);
  const { uid, idToken } = account;
  const session = await expectStatus(world, 'POST /api/session', 200, { headers: bearer(idToken) });
  const cookie = session.cookie;
  await expectStatus(world, `GET /api/user?userId=${uid}`, 200, { headers: { cookie } });
  await expectStatus(world, 'GET /api/user', 200, { headers: bearer(idToken) });
  const forged = `${idToken.slice(0, -8)}${randomUUID()}`;
  await expectStatus(world, 'POST /api/session', 401, { headers: bearer(forged) });
  await expectStatus(world, 'GET /api/user', 401, { headers: { cookie: `${cookie}x` } });
  Object.assign(world.secrets, {
    'account password': account.password,
    'ID token': idToken,
    'refresh token': account.refreshToken,
    'session cookie': cookie.slice(cookie.indexOf('=') + 1),
    'forged token': forged.slice(-36),
  });
  Object.assign(world.personal, { 'e-mail': account.email, name: account.name });
  return { uid, cookie, idToken };
};

export interface Share {
  shareId: string;
  password: string;
  grant: string;
  ownerGrant: string;
}

/** Create, look up with a correct and a wrong password, open, renew. */
export const openShare = async (world: World, owner: Person): Promise<Share> => {
  const filename = `canary-${randomUUID()}.bin`;
  const { cookie } = owner;
  const { json: created } = await expectStatus(world, 'POST /api/file-shares', 201, {
    headers: { cookie },
    json: { filename, fileSize: '1.00 MB', fileType: 'application/x-canary', firebaseUser: null },
  });
  const shareId = String(created['shareId']);
  const password = String(created['password']);
  await expectStatus(world, `GET /api/file-shares?userId=${owner.uid}`, 200, {
    headers: { cookie },
  });
  const wrong = `wrong-${randomUUID()}`;
  const escaped = `%70assword=${password}`;
  await expectStatus(world, `GET /api/shares/${shareId}?password=${password}`, 200);
  await expectStatus(world, `GET /api/shares/${shareId}?${escaped}`, 200);
  await expectStatus(world, `GET /api/shares/${shareId}?password=${wrong}`, 403);
  const open = async (secret: string, status: number, headers = {}) =>
    (
      await expectStatus(world, `POST /api/shares/${shareId}/access`, status, {
        headers,
        json: { password: secret },
      })
    ).json;
  await open(wrong, 403);
  const ownerGrant = String((await open('', 200, { cookie }))['grant']);
  const first = String((await open(password, 200))['grant']);
  const { json: renewed } = await expectStatus(world, `POST /api/shares/${shareId}/grant`, 200, {
    json: { grant: first },
  });
  const grant = String(renewed['grant']);
  Object.assign(world.secrets, {
    'share password': password,
    'wrong password': wrong,
    grant: first,
    'renewed grant': grant,
    'grant of the owner': ownerGrant,
  });
  Object.assign(world.personal, { 'file name': filename });
  return { shareId, password, grant, ownerGrant };
};

/** Relay credentials of both sides, which are issued while both are connected. */
const takeRelays = async (world: World, owner: Person, { shareId, grant }: Share) => {
  for (const headers of [{ authorization: `Grant ${grant}` }, { cookie: owner.cookie }]) {
    const call = `GET /api/turn-credentials?share=${shareId}`;
    const { json } = await expectStatus(world, call, 200, { headers });
    const servers = json['iceServers'] as { credential?: string }[];
    const credential = servers.flatMap((server) => server.credential ?? [])[0];
    if (!credential) throw new Error('no relay credentials in a live room');
    world.secrets[`TURN credential of ${Object.keys(headers).join()}`] = credential;
  }
};

/** Four sockets on two pods: by session, by password, by grant and by guessing; then a handshake. */
export const meet = async (world: World, owner: Person, share: Share): Promise<void> => {
  const { shareId, password, grant } = share;
  const guess = `guess-${randomUUID()}`;
  const sdp = `v=0 o=${randomUUID()}`;
  const candidate = `candidate:1 1 udp ${randomUUID()}`;
  Object.assign(world.secrets, { 'guess of a join': guess });
  Object.assign(world.passing, { 'session description': sdp, 'ICE candidate': candidate });
  const at = (pod: number, cookie = '') =>
    openSocket(world.origin, { shareId, pod, ...(cookie && { cookie }) });
  const [sender, receiver, byGrant, stranger] = await Promise.all([
    at(0, owner.cookie),
    at(1),
    at(0),
    at(1),
  ]);
  const join = (peerId: string, proof: object) => ({ type: 'join', shareId, peerId, ...proof });
  sender.send(join('s', {}));
  await until('the owner has joined', () => sender.has('joined'));
  stranger.send(join('x', { password: guess }));
  receiver.send(join('r', { password }));
  byGrant.send(join('g', { grant }));
  await until('all have their answer', () =>
    [receiver.has('joined'), byGrant.has('joined'), stranger.has('error')].every(Boolean),
  );
  await until('owner and recipient know of each other, across two pods', () =>
    [sender.knows('r'), receiver.knows('s')].every(Boolean),
  );
  receiver.send({ type: 'ping', shareId, peerId: 'r' });
  receiver.send({ type: 'offer', shareId, peerId: 'r', payload: { sdp } });
  receiver.send({
    type: 'ice-candidate',
    shareId,
    peerId: 'r',
    payload: { candidate, sdpMid: '0', sdpMLineIndex: 0 },
  });
  await until('the handshake has crossed from pod to pod', () =>
    [sender.has('offer'), sender.has('ice-candidate'), receiver.has('ping')].every(Boolean),
  );
  await takeRelays(world, owner, share);
  receiver.send(`{"type":"join","password":"${password}","grant":"${grant}`);
  await until('what is no frame is refused', () => receiver.has('error'));
  for (const socket of [sender, receiver, byGrant, stranger]) socket.close();
};

const now = () => new Date().toISOString();

/** After a handshake: the record of the download, the statistics. */
export const finishTransfer = async (world: World, share: Share): Promise<void> => {
  const { shareId, password, grant } = share;
  const person = { name: `Eve ${randomUUID()}`, email: `${randomUUID()}@eve.example` };
  Object.assign(world.personal, { downloader: person.name, 'their e-mail': person.email });
  const asParticipant = { authorization: `Grant ${grant}` };
  const record = (json: object, headers = {}) =>
    expectStatus(world, `POST /api/shares/${shareId}/download`, 200, { headers, json });
  await record({ password, downloaderInfo: person });
  await record({ downloaderInfo: person }, asParticipant);
  await expectStatus(world, 'POST /api/transfer-analytics', 200, {
    json: {
      shareId,
      connectionType: 'direct',
      stunServersUsed: [],
      turnServersUsed: [],
      localCandidateType: 'host',
      remoteCandidateType: 'host',
      selectedCandidatePair: null,
      bytesTransferred: '1048576',
      transferDuration: 1_000,
      averageSpeed: '1.00 MB/s',
      rttMs: null,
      packetsLost: 0,
      userAgent: 'Canary/1',
      isMobile: false,
      browserType: 'Other',
      transferStartedAt: now(),
      transferCompletedAt: now(),
    },
  });
};

/** Subscribes to Pro and cancels. */
export const subscribe = async (world: World, { idToken, cookie }: Person): Promise<void> => {
  const cardNumber = '4242424242424242';
  const { json } = await expectStatus(world, 'POST /api/create-subscription', 200, {
    json: { idToken, planType: 'pro' },
  });
  const clientSecret = String(json['clientSecret']);
  Object.assign(world.secrets, { 'client secret': clientSecret, 'card number': cardNumber });
  await expectStatus(world, 'POST /api/local-payments/confirm', 200, {
    headers: { cookie },
    json: { clientSecret, cardNumber },
  });
  await until('the webhook has come', async () => {
    const { json: user } = await expectStatus(world, 'GET /api/user', 200, { headers: { cookie } });
    return user['subscriptionStatus'] === 'active';
  });
  await expectStatus(world, 'POST /api/cancel-subscription', 200, { json: { idToken } });
  const webhook = { headers: { 'stripe-signature': `t=1,v1=${clientSecret}` }, body: '{}' };
  await expectStatus(world, 'POST /api/webhooks/stripe', 400, webhook);
};

/** The owner reads and verifies the audit log. */
export const audit = async (world: World, { cookie, uid }: Person): Promise<void> => {
  const headers = { cookie };
  await until('the log has every kind of entry', async () => {
    const { text } = await expectStatus(world, `GET /api/audit-logs?userId=${uid}`, 200, {
      headers,
    });
    return ['share_created', 'access_attempt', 'access_denied', 'download_completed'].every(
      (kind) => text.includes(kind),
    );
  });
  await expectStatus(world, `GET /api/audit-logs/export?userId=${uid}`, 200, { headers });
  await expectStatus(world, `GET /api/audit-logs/verify?userId=${uid}`, 200, { headers });
};

export const administer = async (world: World, person: Person): Promise<void> => {
  const admin = demoAccounts.find(({ isAdmin }) => isAdmin);
  const idToken = await signIn(world.emulator, admin?.email ?? '', admin?.password ?? '');
  Object.assign(world.secrets, { 'ID token of an admin': idToken });
  const headers = bearer(idToken);
  for (const page of [
    'turn-vs-stun-stats',
    'user-analytics',
    'user-counts',
    'cost-insights',
    'recent-transfers?limit=20',
    'transfers-by-day',
    'users',
  ]) {
    await expectStatus(world, `GET /api/admin/${page}`, 200, { headers });
    await expectStatus(world, `GET /api/admin/${page}`, 403, { headers: bearer(person.idToken) });
  }
  await expectStatus(world, `PUT /api/admin/users/${person.uid}/subscription`, 200, {
    headers,
    json: { subscriptionStatus: 'proforever' },
  });
};

/** Secrets in wrong places: each request is rejected, and the rejection must not quote the secret. */
export const misplaceSecrets = async (world: World, owner: Person, share: Share): Promise<void> => {
  const { shareId } = share;
  const stray = randomBytes(12).toString('hex');
  Object.assign(world.secrets, { 'misplaced secret': stray });
  const access = `POST /api/shares/${shareId}/access`;
  const headers = { cookie: owner.cookie };
  await expectStatus(world, access, 400, { body: `{"password":"${stray}` });
  await expectStatus(world, access, 400, { json: { password: 'a', [stray]: stray } });
  await expectStatus(world, access, 400, { json: { password: { $gt: stray } } });
  await expectStatus(world, access, 400, { json: { password: stray.repeat(40) } });
  await expectStatus(world, access, 415, {
    headers: { 'content-type': 'text/plain' },
    body: `password=${stray}`,
  });
  await expectStatus(world, `GET /api/${stray}?token=${stray}`, 404, { headers });
  await expectStatus(world, `GET /api/shares/${stray}~?password=${stray}`, 400);
  await expectStatus(world, `GET /api/user?token=${stray}`, 400, { headers });
  await expectStatus(world, 'GET /api/user', 401, { headers: bearer(stray) });
  await expectStatus(world, 'GET /api/turn-credentials', 401, {
    headers: { authorization: `Grant ${stray}.${stray}.${stray}` },
  });
  await expectStatus(world, 'POST /api/file-shares/x/stop', 401, { json: { idToken: stray } });
};

/** Deletes the share, the account and the session. */
export const leaveProduct = async (
  world: World,
  { cookie, idToken }: Person,
  { shareId }: Share,
) => {
  const json = { idToken };
  await expectStatus(world, `POST /api/file-shares/${shareId}/stop`, 200, { json });
  await expectStatus(world, `POST /api/file-shares/${shareId}/restart`, 200, { json });
  await expectStatus(world, `DELETE /api/file-shares/${shareId}`, 409, { headers: { cookie } });
  await expectStatus(world, 'DELETE /api/user', 200, { headers: { cookie } });
  await expectStatus(world, 'DELETE /api/session', 200, { headers: { cookie } });
};

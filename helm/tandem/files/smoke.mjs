/**
 * One share from sign-up to download against a running installation, with the requests of a browser. Stops the share and
 * deletes the account at the end.
 *
 *     GATEWAY_URL=http://gateway:8080 PUBLIC_URL=https://host [SIGNALLING_URL=ws://signalling:8080/ws] node smoke.mjs
 *
 * EMULATOR_URL replaces the address of the Auth emulator that browsers use.
 */

import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';

const {
  GATEWAY_URL = 'http://localhost:8080',
  PUBLIC_URL = GATEWAY_URL,
  SIGNALLING_URL = '',
  EMULATOR_URL,
} = process.env;
const firstCallMs = 30_000;
const retryEveryMs = 1_000;
const timeoutMs = 15_000;

const step = (text) => process.stdout.write(`smoke: ${text}\n`);

const call = async (url, { method = 'GET', body, token, expect = 200 } = {}) => {
  const response = await fetch(url, {
    method,
    signal: AbortSignal.timeout(timeoutMs),
    headers: {
      origin: PUBLIC_URL,
      ...(body && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (![expect].flat().includes(response.status)) {
    throw new Error(`${method} ${new URL(url).pathname}: ${response.status}, expected ${expect}`);
  }
  return text ? JSON.parse(text) : undefined;
};

const api = (path, options) => call(`${GATEWAY_URL}/api${path}`, options);

/** A service that has just started may not be reachable for some seconds. */
const readConfig = async () => {
  const endsAt = Date.now() + firstCallMs;
  for (;;) {
    try {
      return await api('/config');
    } catch (error) {
      if (Date.now() >= endsAt) throw error;
      step(`no response yet: ${error.message}`);
    }
    await pause(retryEveryMs);
  }
};

const config = await readConfig();
step(`${config.product.name} responds`);

const { apiKey } = config.firebase;
const emulatorOrigin = config.firebase.emulatorOrigin && (EMULATOR_URL ?? config.firebase.emulatorOrigin);
const accounts = `${emulatorOrigin ? `${emulatorOrigin}/` : 'https://'}identitytoolkit.googleapis.com/v1/accounts`;
const email = `smoke-${randomBytes(8).toString('hex')}@example.com`;
const account = await call(`${accounts}:signUp?key=${apiKey}`, {
  method: 'POST',
  body: { email, password: randomBytes(18).toString('base64url'), returnSecureToken: true },
});
const token = account.idToken;

const joinRoom = (shareId, grant) =>
  new Promise((resolve, reject) => {
    const socket = new WebSocket(`${SIGNALLING_URL}?share=${encodeURIComponent(shareId)}`);
    const timer = setTimeout(() => reject(new Error('no response to join')), timeoutMs);
    socket.addEventListener('open', () =>
      socket.send(JSON.stringify({ type: 'join', shareId, peerId: 'smoke', grant })),
    );
    socket.addEventListener('error', () => reject(new Error('signalling rejected the web socket')));
    socket.addEventListener('message', ({ data }) => {
      clearTimeout(timer);
      const { type } = JSON.parse(data);
      socket.close();
      if (type === 'joined') resolve();
      else reject(new Error(`response to join: ${type}`));
    });
  });

const shareOnce = async () => {
  const share = await api('/file-shares', {
    method: 'POST',
    token,
    body: { filename: 'smoke.bin', fileSize: '1 KB', fileType: '', firebaseUser: null },
    expect: [200, 201],
  });
  step('share created');

  await api(`/shares/${share.shareId}/access`, {
    method: 'POST',
    body: { password: `not-${share.password}` },
    expect: 403,
  });
  step('wrong password rejected');

  const access = await api(`/shares/${share.shareId}/access`, {
    method: 'POST',
    body: { password: share.password },
  });
  if (access.filename !== 'smoke.bin') throw new Error('access returned another share');
  step('correct password accepted');

  if (SIGNALLING_URL && globalThis.WebSocket) {
    await joinRoom(share.shareId, access.grant?.token ?? access.grant);
    step('signalling joined with the grant');
  }

  await api(`/shares/${share.shareId}/download`, {
    method: 'POST',
    body: { password: share.password, downloaderInfo: { name: 'Smoke Test', email } },
    expect: [200, 201, 204],
  });
  const usage = await api(`/user?userId=${account.localId}`, { token });
  if (usage.sharesUsedThisMonth !== 1) throw new Error('the share was not counted');
  await api(`/file-shares/${share.shareId}/stop`, { method: 'POST', token, body: { idToken: token } });
  step('download recorded, share counted and stopped');
};

/**
 * As in the settings of an account, so that no service keeps it. Where that fails, at least the account at Firebase, while
 * the token is fresh.
 */
const deleteAccount = async () => {
  try {
    await api('/user', { method: 'DELETE', token });
    step('account deleted');
  } catch (error) {
    // 400: it is deleted there already.
    await call(`${accounts}:delete?key=${apiKey}`, { method: 'POST', body: { idToken: token }, expect: [200, 400] });
    step('account deleted at Firebase only');
    throw error;
  }
};

try {
  await shareOnce();
} catch (error) {
  await deleteAccount().catch((fault) => step(fault.message));
  throw error;
}
await deleteAccount();
step('passed');

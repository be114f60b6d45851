import fc from 'fast-check';
import { fuzzedRequests, type Operation } from '../../gateway/test/support/fuzzed-requests.js';
import { demoAccounts } from '../dev-stack/accounts.js';
import { signIn, signUp, type Ask } from './people.js';

/**
 * Requests generated from the OpenAPI description, sent to the running services by signed-in users with existing ids,
 * passwords and grants, so that they reach every layer. The gateway's own test sends more of them.
 */
export const fuzzRequests = process.env['LONG_RUN'] ? 20_000 : 1_200;
/** The seed of the requests; fixed unless the environment sets another. */
const seed = Number(process.env['WHOLE_FUZZ_SEED'] ?? 20_260_101);
const atOnce = 8;

/** Skipped: they delete the account or the session of the other requests. The flows cover both. */
const except = ['delete /api/user', 'delete /api/session'];

export interface FuzzReport {
  statuses: Map<number, number>;
  /** `POST /api/… → 500 internal-error (seed 1)`. */
  faults: string[];
}

const prepare = async (ask: Ask, emulator: string) => {
  const { idToken, uid } = await signUp(emulator);
  const headers = { authorization: `Bearer ${idToken}` };
  const { cookie } = await ask('POST', '/api/session', { headers });
  const { json: share } = await ask('POST', '/api/file-shares', {
    headers,
    json: { filename: 'fuzz', fileSize: '1 KB' },
  });
  const shareId = String(share['shareId']);
  const password = String(share['password']);
  const { json: opened } = await ask('POST', `/api/shares/${shareId}/access`, {
    json: { password },
  });
  const grant = String(opened['grant']);
  const admin = demoAccounts.find(({ isAdmin }) => isAdmin);
  const adminToken = await signIn(emulator, admin?.email ?? '', admin?.password ?? '');
  return {
    known: [uid, shareId, password, grant, idToken],
    credentials: [
      {},
      headers,
      { cookie },
      { authorization: `Bearer ${adminToken}` },
      { authorization: `Grant ${grant}` },
      { authorization: 'Bearer forged' },
    ],
  };
};

export const fuzzProduct = async (ask: Ask, emulator: string): Promise<FuzzReport> => {
  const { json } = await ask('GET', '/api/openapi.json');
  const calls = json['paths'] as Record<string, Record<string, Operation>>;
  const fuzzed = fuzzedRequests(calls, { ...(await prepare(ask, emulator)), except });
  const report: FuzzReport = { statuses: new Map(), faults: [] };
  const send = async ({ method, path, headers, body }: (typeof all)[number]) => {
    const call = { headers, ...(body !== undefined && { body }) };
    const { status, json: problem } = await ask(method, path, call);
    report.statuses.set(status, (report.statuses.get(status) ?? 0) + 1);
    if (status < 500) return;
    const route = path.split('?')[0] ?? '';
    report.faults.push(
      `${method} ${route.slice(0, 80)} → ${String(status)} ${String(problem['reason'])} (seed ${String(seed)})`,
    );
  };
  const all = fc.sample(fuzzed, { numRuns: fuzzRequests, seed });
  for (let from = 0; from < all.length; from += atOnce) {
    await Promise.all(all.slice(from, from + atOnce).map(send));
  }
  return report;
};

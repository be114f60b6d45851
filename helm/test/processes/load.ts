import { randomBytes } from 'node:crypto';
import { request, Agent } from 'node:http';

/** Creates an account in the Auth emulator; resolves with its ID token. */
export const signUp = async (emulatorOrigin: string): Promise<string> => {
  const response = await fetch(
    `${emulatorOrigin}/identitytoolkit.googleapis.com/v1/accounts:signUp?key=local-api-key`,
    {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        email: `load-${randomBytes(6).toString('hex')}@example.com`,
        password: randomBytes(12).toString('base64url'),
        returnSecureToken: true,
      }),
    },
  );
  return ((await response.json()) as { idToken: string }).idToken;
};

interface Share {
  shareId: string;
  password: string;
}

/** Exchanges an ID token, at most five minutes old; resolves with the session cookie as a request header. */
export const openSession = async (
  gateway: string,
  origin: string,
  token: string,
): Promise<string> => {
  const { status, headers } = await fetch(`${gateway}/api/session`, {
    method: 'POST',
    headers: { origin, authorization: `Bearer ${token}` },
  });
  const [cookie] = headers.getSetCookie();
  if (status !== 200 || !cookie) throw new Error(`no session: ${String(status)}`);
  return cookie.split(';')[0] ?? '';
};

export interface Load {
  token: string;
  session: string;
  filename: string;
  passwords: string[];
  /** Transactions finished so far. */
  total: number;
  start(concurrency: number): void;
  /** Resolves when `total` transactions have finished since the start. */
  completed(total: number): Promise<void>;
  stop(): Promise<{ failures: string[] }>;
  createShare(headers?: Record<string, string>): Promise<Share>;
  createAndOpen(): Promise<Share>;
  /** A grant for the owner, and one for a recipient with the password. */
  grantsFor(share: Share): Promise<{ sender: string; receiver: string }>;
}

/**
 * Creates and opens shares through the ready gateways in turn, like a load balancer. The plan limits how many
 * shares the account may create, but not how often it opens them: it creates few and opens them repeatedly.
 */
export const createLoad = (options: {
  gateways: () => string[];
  origin: string;
  token: string;
  /** The same account's cookie. */
  session: string;
}): Load => {
  const { token, session } = options;
  const filename = `canary ${randomBytes(6).toString('hex')}.bin`;
  const agent = new Agent({ keepAlive: true });
  const failures: string[] = [];
  const passwords: string[] = [];
  const waiting: { total: number; resolve: () => void }[] = [];
  let workers: Promise<void>[] = [];
  let isRunning = false;
  let turn = 0;
  let total = 0;

  const call = (
    method: string,
    path: string,
    body: unknown,
    headers: Record<string, string> = {},
  ) =>
    new Promise<unknown>((resolve, reject) => {
      const gateways = options.gateways();
      const base = gateways[turn++ % gateways.length] ?? '';
      const fail = (why: string) =>
        reject(new Error(`${method} ${path.replace(/[\w-]{20,}/, ':id')}: ${why}`));
      const outgoing = request(
        `${base}/api${path}`,
        {
          method,
          agent,
          headers: { origin: options.origin, 'content-type': 'application/json', ...headers },
        },
        (response) => {
          let text = '';
          response.on('data', (chunk: Buffer) => (text += chunk.toString()));
          response.on('error', (error) => fail(error.message));
          response.on('end', () => {
            if ((response.statusCode ?? 500) >= 400) fail(`${String(response.statusCode)} ${text}`);
            else resolve(text === '' ? undefined : JSON.parse(text));
          });
        },
      );
      outgoing.on('error', (error) => fail(error.message));
      outgoing.end(JSON.stringify(body));
    });

  const createShare = async (headers: Record<string, string> = {}) => {
    const body = { filename, fileSize: '1 KB', fileType: '', firebaseUser: null };
    const bearer = { authorization: `Bearer ${token}`, ...headers };
    const share = (await call('POST', '/file-shares', body, bearer)) as Share;
    passwords.push(share.password);
    return share;
  };
  const open = async ({ shareId, password }: Share, headers: Record<string, string> = {}) => {
    const answer = await call('POST', `/shares/${shareId}/access`, { password }, headers);
    return (answer as { grant: string }).grant;
  };

  /** The calls of a recipient and of the owner's dashboard; together they need every service. */
  const callAll = async (share: Share) => {
    const grant = await open(share);
    const { iceServers } = (await call('GET', '/turn-credentials', undefined, {
      authorization: `Grant ${grant}`,
    })) as { iceServers: unknown[] };
    if (iceServers.length === 0) throw new Error('no ICE servers');
    const user = (await call('GET', '/user', undefined, { cookie: session })) as {
      subscriptionStatus: string;
    };
    if (user.subscriptionStatus !== 'free') throw new Error(`plan: ${user.subscriptionStatus}`);
    await call('GET', '/audit-logs?limit=5', undefined, { cookie: session });
    await call('GET', '/config', undefined);
  };

  const work = async (share: Share) => {
    while (isRunning) {
      try {
        await callAll(share);
      } catch (error) {
        failures.push(String(error));
      }
      total += 1;
      for (const waiter of waiting.filter((one) => one.total <= total)) waiter.resolve();
    }
  };

  return {
    token,
    session,
    filename,
    passwords,
    get total() {
      return total;
    },
    start: (concurrency) => {
      isRunning = true;
      const share = createShare();
      workers = Array.from({ length: concurrency }, async () => work(await share));
    },
    completed: (wanted) =>
      new Promise((resolve) => {
        if (total >= wanted) resolve();
        else waiting.push({ total: wanted, resolve });
      }),
    stop: async () => {
      isRunning = false;
      await Promise.all(workers);
      agent.destroy();
      return { failures };
    },
    createShare,
    createAndOpen: async () => {
      const share = await createShare();
      await open(share);
      return share;
    },
    grantsFor: async (share) => ({
      sender: await open(share, { authorization: `Bearer ${token}` }),
      receiver: await open(share),
    }),
  };
};

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { caller, signIn, signUp, until, type Answer, type Call } from '../canary/people.js';
import { pushKeys } from '../canary/push-keys.js';
import { demoAccounts } from '../dev-stack/accounts.js';
import { processesOf } from '../dev-stack/replicas.js';
import { openConsole } from '../dev-stack/run/console.js';
import { startStack } from '../dev-stack/stack.js';

export interface Person {
  uid: string;
  cookie: string;
}

export interface Share {
  shareId: string;
  password: string;
}

const ignore = () => undefined;

const newShare = (filename: string) => ({
  filename,
  fileSize: '1.00 MB',
  fileType: 'application/pdf',
});

/** No answer: the process was killed, or there was none. */
const noAnswer: Answer = { status: 0, json: {}, text: '', cookie: '' };

/**
 * Between the withdrawal of a process from its balancer and SIGTERM. The chart waits five times as long
 * (`preStopSeconds`).
 */
const preStopMs = 1_000;
/** The time after which Kubernetes kills a pod of the chart (`terminationGracePeriodSeconds`). */
const stopGraceMs = 45_000;

/** The product with all its processes, test accounts, and the faults that rounds can inject. */
export const startWorld = async (replicas = 1, signal?: AbortSignal) => {
  const stack = await startStack({
    port: 0,
    replicas,
    ...(signal && { signal }),
    console: { ...openConsole(), print: ignore, report: ignore, echo: ignore },
    env: {
      ALLOW_POD_PINNING: 'true',
      TRUST_PROXY_HOPS: '1',
      // Rounds choose the address of a client. The guards of a share are those of a deployment.
      RATE_LIMIT_SCALE: '1000',
      MAX_SOCKETS_PER_ADDRESS: '100000',
      LOG_LEVEL: 'error',
      ...pushKeys(),
    },
  });
  const processes = processesOf(replicas);
  const ask = caller(stack.url);
  const emulator = stack.authEmulatorOrigin ?? '';

  /** Does not throw when the connection fails. */
  const tryAsk = async (method: string, path: string, call: Call = {}): Promise<Answer> => {
    try {
      return await ask(method, path, call);
    } catch {
      return noAnswer;
    }
  };

  const join = async (uid: string, idToken: string): Promise<Person> => {
    const { cookie, status } = await ask('POST', '/api/session', {
      headers: { authorization: `Bearer ${idToken}` },
    });
    if (status !== 200) throw new Error(`sign-in: ${status}`);
    return { uid, cookie };
  };

  const child = (name: string) => {
    const found = stack.services[name];
    if (!found) throw new Error(`no process ${name}`);
    return found;
  };
  const pidOf = (name: string) => child(name).pid;

  return {
    url: stack.url,
    mongoUrl: stack.mongoUrl,
    emulatorUrl: emulator,
    ask,
    tryAsk,
    /** A new Free account. */
    newPerson: async () => {
      const { uid, idToken } = await signUp(emulator);
      return join(uid, idToken);
    },
    /** A demo account: `pro` has no limit of shares. */
    demoPerson: async (which: 'pro' | 'admin') => {
      const account = demoAccounts.find(({ uid }) => uid === `demo-${which}`);
      if (!account) throw new Error(`no account ${which}`);
      return join(account.uid, await signIn(emulator, account.email, account.password));
    },
    createShare: async ({ cookie }: Person, filename: string): Promise<Share> => {
      const answer = await ask('POST', '/api/file-shares', {
        headers: { cookie },
        json: newShare(filename),
      });
      if (answer.status !== 201) throw new Error(`create: ${answer.status} ${answer.text}`);
      return {
        shareId: String(answer.json['shareId']),
        password: String(answer.json['password']),
      };
    },
    newShare,
    /** Where a process listens on the loopback interface. */
    portOf: (name: string): number => {
      const port = stack.mainPorts[name];
      if (port === undefined) throw new Error(`no process ${name}`);
      return port;
    },
    pidOf,
    whenReady: (name: string) => child(name).whenReady(),
    /** Kills a process with SIGKILL; the launcher restarts it. */
    kill: (name: string) => child(name).kill('SIGKILL'),
    /** Names of the services, and of the processes of one. */
    services: [...new Set(processes.map(({ identity }) => identity))],
    processesOf: (service: string): string[] =>
      processes.filter(({ identity }) => identity === service).map(({ name }) => name),
    /** Restarts a process as Kubernetes replaces a pod; resolves when the new one is ready. */
    restart: async (name: string) => {
      const service = processes.find((one) => one.name === name)?.identity;
      const balancer = stack.balancers.get(service ?? name);
      balancer?.withdraw(name);
      await pause(preStopMs);
      await child(name).stop(stopGraceMs);
      await child(name).start();
      balancer?.restore(name);
    },
    /** Suspends a process without closing its connections. Returns a function that resumes it. */
    freeze: (name: string) => {
      const pid = pidOf(name);
      if (pid === undefined) throw new Error(`${name} does not run`);
      process.kill(pid, 'SIGSTOP');
      return () => process.kill(pid, 'SIGCONT');
    },
    /** Not a number while the process is being restarted. */
    residentMegabytes: (name: string): number => {
      const pid = pidOf(name);
      const path = `/proc/${String(pid)}/status`;
      const status = pid !== undefined && existsSync(path) ? readFileSync(path, 'utf8') : '';
      return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? Number.NaN) / 1_024;
    },
    /** Number of open files and sockets of a process. */
    descriptorsOf: (name: string): number => readdirSync(`/proc/${String(pidOf(name))}/fd`).length,
    /** Resolves when every process is ready and a call of each kind succeeds. */
    settled: async () => {
      await Promise.all(Object.values(stack.services).map((one) => one.whenReady()));
      await until('the API answers', async () => {
        const { status } = await tryAsk('GET', '/api/config');
        return status === 200;
      });
      await pause(200);
    },
    stop: () => stack.stop(),
  };
};

export type World = Awaited<ReturnType<typeof startWorld>>;

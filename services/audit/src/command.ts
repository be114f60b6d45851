import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { ConfigError, configExitCode, env, loadConfig, silentLogger } from '@tandem/kit';
import { connectMongo } from '@tandem/kit/mongo';
import { z } from 'zod';
import { erasePerson, verifyOwner } from './audit-log.js';
import { createChainStore } from './chain/chain.store.js';
import { createChainEnds } from './chain/ends.js';
import { dumpBoundary, dumpLines, verifyDump, type OwnerReport } from './chain/offline.js';
import { createSigner, createVerifier, type Verifier } from './chain/signing.js';
import { storeShape } from './config.js';
import { createEntryStore } from './entry/entry.store.js';
import { createErasureStore } from './entry/erasure.store.js';
import type { SignedHead } from './tree/head.js';
import { createTreeStore } from './tree/tree.store.js';
import { verifyTree } from './tree/verify-tree.js';

const usage = `Usage: node dist/command.js <command>
  verify [--owner <uid>]     verify one log in the database, or all of them and the tree
  verify --head <file>       also compare the tree with a signed head, as pages and receipts contain it
  verify --file <dump>       verify a dump, without the database
  dump [--owner <uid>]       write one log, or all of them, to standard output
  heads                      write the kept heads, one a line
  erase --email <address>    erase the fields of one user from every log; the chains stay valid.
                             Events that are delivered later are stored without them.
                             Takes a minute, for events that are being recorded
Keys: AUDIT_PUBLIC_KEYS is enough to verify; AUDIT_KEYS is needed to erase.
`;

const exitCodes = { valid: 0, broken: 1, usage: 2 } as const;

const readVerifier = (): Verifier => {
  const keys = loadConfig({
    AUDIT_PUBLIC_KEYS: env.keyring.optional(),
    AUDIT_KEYS: env.keyring.optional(),
  });
  if (keys.AUDIT_PUBLIC_KEYS) return createVerifier(keys.AUDIT_PUBLIC_KEYS);
  if (keys.AUDIT_KEYS) return createSigner(keys.AUDIT_KEYS);
  throw new ConfigError(['AUDIT_PUBLIC_KEYS or AUDIT_KEYS is needed']);
};

const withStores = async <Result>(
  work: (stores: {
    entries: ReturnType<typeof createEntryStore>;
    chains: ReturnType<typeof createChainStore>;
    erasures: ReturnType<typeof createErasureStore>;
    tree: ReturnType<typeof createTreeStore>;
  }) => Promise<Result>,
): Promise<Result> => {
  const { MONGO_URL: url, MONGO_DB: database } = loadConfig(storeShape);
  const mongo = await connectMongo({ url, database, logger: silentLogger });
  try {
    return await work({
      entries: createEntryStore(mongo),
      chains: createChainStore(mongo),
      erasures: createErasureStore(mongo),
      tree: createTreeStore(mongo),
    });
  } finally {
    await mongo.close();
  }
};

const print = (report: OwnerReport): boolean => {
  const verdict = report.isValid
    ? `valid, ${report.length} entries, head ${report.head}`
    : `BROKEN at entry ${report.firstBroken}: ${report.detail}`;
  process.stdout.write(`${report.ownerUid || '?'}: ${verdict}\n`);
  return report.isValid;
};

const verifyFile = async (path: string): Promise<number> => {
  const lines = createInterface({ input: createReadStream(path), crlfDelay: Infinity });
  let isValid = true;
  let logs = 0;
  for await (const report of verifyDump(lines, readVerifier())) {
    isValid = print(report) && isValid;
    logs += 1;
  }
  if (logs === 0) process.stdout.write('valid, no logs\n');
  return isValid ? exitCodes.valid : exitCodes.broken;
};

const headSchema = z.object({
  size: z.number(),
  root: z.string(),
  at: z.iso.datetime().transform((text) => new Date(text)),
  kid: z.string(),
  signature: z.string(),
});

/** Reads the head from a file that is one, or that contains one: evidence or a receipt. */
const readHead = async (path: string): Promise<SignedHead> => {
  const file = z.looseObject({}).parse(JSON.parse(await readFile(path, 'utf8')));
  const holder = [file['remembered'], file['countersignature'], file].find(
    (part): part is { head: unknown } =>
      typeof part === 'object' && part !== null && 'head' in part,
  );
  return headSchema.parse(holder?.head ?? file);
};

const verifyAll = async (
  whole: Parameters<typeof verifyTree>[0],
  headPath: string | undefined,
): Promise<boolean> => {
  const kept = headPath === undefined ? [] : [await readHead(headPath)];
  const { size, root, faults } = await verifyTree(whole, kept);
  for (const fault of faults) process.stdout.write(`BROKEN tree: ${fault}\n`);
  if (faults.length === 0) process.stdout.write(`tree: valid, ${size} records, root ${root}\n`);
  return faults.length === 0;
};

const verifyStored = (owner: string | undefined, headPath: string | undefined): Promise<number> =>
  withStores(async (stores) => {
    const verifier = readVerifier();
    const context = { ...stores, signer: verifier };
    const { tree, entries } = stores;
    const whole = { tree, verifier, owners: () => entries.owners() };
    let isValid = owner === undefined ? await verifyAll(whole, headPath) : true;
    const owners = owner === undefined ? await entries.owners() : [owner];
    for (const ownerUid of owners) {
      isValid = print({ ownerUid, ...(await verifyOwner(context, ownerUid)) }) && isValid;
    }
    return isValid ? exitCodes.valid : exitCodes.broken;
  });

const dump = (owner: string | undefined): Promise<number> =>
  withStores(async ({ entries, chains }) => {
    process.stdout.write(`${dumpBoundary('start')}\n`);
    const owners = owner === undefined ? await entries.owners() : [owner];
    for (const ownerUid of owners) {
      const chain = await chains.get(ownerUid);
      if (!chain) continue;
      for await (const line of dumpLines(chain, entries.inOrder(ownerUid, chain.base.seq))) {
        process.stdout.write(`${line}\n`);
      }
    }
    process.stdout.write(`${dumpBoundary('end')}\n`);
    return exitCodes.valid;
  });

const writeHeads = (): Promise<number> =>
  withStores(async ({ tree }) => {
    for await (const head of tree.heads()) process.stdout.write(`${JSON.stringify({ head })}\n`);
    return exitCodes.valid;
  });

const erase = (email: string): Promise<number> =>
  withStores(async (stores) => {
    const { AUDIT_KEYS } = loadConfig({ AUDIT_KEYS: env.keyring });
    const context = {
      ...stores,
      signer: createSigner(AUDIT_KEYS),
      heads: { last: null },
      ends: createChainEnds(),
      now: () => new Date(),
    };
    process.stdout.write('erasing; ends after a minute, with what is being recorded now\n');
    process.stdout.write(`erased from ${await erasePerson(context, email, pause)} entries\n`);
    return exitCodes.valid;
  });

const refuseUsage = (): number => {
  process.stderr.write(usage);
  return exitCodes.usage;
};

const run = (): Promise<number> | number => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      owner: { type: 'string' },
      file: { type: 'string' },
      head: { type: 'string' },
      email: { type: 'string' },
    },
  });
  const [command] = positionals;
  if (command === 'verify') {
    const { owner, head, file } = values;
    // Each selects another check; to ignore one would report what was not verified as valid.
    if ([owner, head, file].filter((value) => value !== undefined).length > 1) return refuseUsage();
    return file === undefined ? verifyStored(owner, head) : verifyFile(file);
  }
  if (command === 'heads') return writeHeads();
  if (command === 'dump') return dump(values.owner);
  if (command === 'erase' && values.email) return erase(values.email);
  return refuseUsage();
};

try {
  process.exitCode = await run();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = error instanceof ConfigError ? configExitCode : exitCodes.usage;
}

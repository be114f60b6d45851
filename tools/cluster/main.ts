import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { root } from '../bootstrap/exec.mjs';
import { MissingFault } from './commands.js';
import { minimalNamespace, proveMinimal } from './minimal.js';
import { makeNamespace, removeNamespace } from './namespaces.js';
import { readOptions, usage, UsageFault, type Options } from './options.js';
import { checkPrerequisites } from './prerequisites.js';
import { createRecorder, RefutedClaim } from './recorder.js';
import { earlierRelease, ownChart } from './release.js';
import { isProved, toMarkdown, type Report } from './report.js';
import { proveTrial, trialNamespace } from './trial.js';

/** Exit codes of sysexits.h, as in the other tools. */
const exitCodes = { usage: 64, missing: 69, failed: 1 } as const;

const startedAt = Date.now();
const say = (line: string): void => {
  const seconds = Math.round((Date.now() - startedAt) / 1000);
  process.stdout.write(`${String(seconds).padStart(5)} s  ${line}\n`);
};

const parts = {
  trial: { namespace: trialNamespace, prove: proveTrial },
  minimal: { namespace: minimalNamespace, prove: proveMinimal },
} as const;

const proveAll = async (options: Options, signal: AbortSignal): Promise<Report> => {
  const cluster = await checkPrerequisites(options.parts.includes('trial'));
  const from = await earlierRelease(options);
  const recorder = createRecorder(say);
  for (const part of options.parts) {
    const { namespace, prove } = parts[part];
    try {
      await makeNamespace(namespace);
      await prove(options, recorder, signal);
    } catch (error) {
      if (error instanceof MissingFault) throw error;
      if (!(error instanceof RefutedClaim)) {
        const detail = signal.aborted ? String(signal.reason) : (error as Error).message;
        recorder.record({ claim: `the proof of ${part} runs to its end`, result: 'fails', detail });
      }
    } finally {
      if (!options.isKept) await removeNamespace(namespace);
    }
  }
  return {
    startedAt: new Date(startedAt).toISOString(),
    cluster,
    chart: ownChart(options).title,
    from: from?.title ?? 'no release',
    claims: [...recorder.claims],
  };
};

const write = (folder: string, report: Report): void => {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'cluster.json'), `${JSON.stringify(report, null, 2)}\n`);
  writeFileSync(join(folder, 'cluster.md'), toMarkdown(report));
};

const main = async (): Promise<number> => {
  const options = readOptions(process.argv.slice(2));
  if (!options) {
    process.stdout.write(usage);
    return 0;
  }
  const interrupt = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const)
    process.once(name, () => interrupt.abort(new Error(`interrupted by ${name}`)));
  const limit = setTimeout(
    () => interrupt.abort(new Error(`not finished after ${options.minutes} minutes`)),
    options.minutes * 60_000,
  );
  try {
    const report = await proveAll(options, interrupt.signal);
    write(resolve(root, options.report), report);
    process.stdout.write(`\n${toMarkdown(report)}`);
    return isProved(report) ? 0 : exitCodes.failed;
  } finally {
    clearTimeout(limit);
  }
};

try {
  process.exitCode = await main();
} catch (error) {
  if (error instanceof UsageFault) {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = exitCodes.usage;
  } else if (error instanceof MissingFault) {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = exitCodes.missing;
  } else throw error;
}

import { CommandFault, MissingFault, run } from './commands.js';

const reachMs = 15_000;

/** Checks what a run needs. Throws a MissingFault with one line; returns the name of the cluster. */
export const checkPrerequisites = async (needsBrowser: boolean): Promise<string> => {
  await run('kubectl', ['version', '--client']);
  await run('helm', ['version', '--short']);
  const context = await run('kubectl', ['config', 'current-context']).catch((error: unknown) => {
    if (error instanceof CommandFault)
      throw new MissingFault('KUBECONFIG has no current context', { cause: error });
    throw error;
  });
  try {
    await run('kubectl', ['get', '--raw', '/readyz', '--request-timeout=10s'], {
      timeoutMs: reachMs,
    });
  } catch (error) {
    if (!(error instanceof CommandFault)) throw error;
    throw new MissingFault(
      `the cluster ${context.trim()} does not answer: ${error.output.trim().split('\n').at(-1) ?? ''}`,
      { cause: error },
    );
  }
  const canCreate = await run('kubectl', ['auth', 'can-i', 'create', 'namespaces']).catch(
    () => 'no',
  );
  if (canCreate.trim().split('\n').at(-1) !== 'yes')
    throw new MissingFault(`the user of ${context.trim()} may not create namespaces`);
  if (needsBrowser) {
    const { findProgram } = await import('../bootstrap/install/programs.mjs');
    if (findProgram('chromium') === undefined)
      throw new MissingFault('chromium is missing, for the transfer between two browsers');
  }
  return context.trim();
};

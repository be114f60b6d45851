import { CommandFault, MissingFault, run } from './commands.js';

/** Marks the namespaces of this tool: it deletes no other. */
const label = 'tandem.dev/made-by=npm-run-cluster';
const deleteMs = 180_000;

const isAbsent = (error: unknown) =>
  error instanceof CommandFault && error.output.includes('NotFound');

const labelsOf = async (name: string): Promise<Record<string, string> | undefined> => {
  try {
    const found = JSON.parse(await run('kubectl', ['get', 'namespace', name, '-o', 'json'])) as {
      metadata: { labels?: Record<string, string> };
    };
    return found.metadata.labels ?? {};
  } catch (error) {
    if (isAbsent(error)) return undefined;
    throw error;
  }
};

/** Deletes a namespace that this tool made; refuses any other. */
export const removeNamespace = async (name: string): Promise<void> => {
  const labels = await labelsOf(name);
  if (labels === undefined) return;
  const [key = '', value = ''] = label.split('=');
  if (labels[key] !== value)
    throw new MissingFault(
      `the namespace ${name} exists but was not created by this tool: delete it first`,
    );
  await run(
    'kubectl',
    ['delete', 'namespace', name, '--wait=true', `--timeout=${deleteMs / 1000}s`],
    { timeoutMs: deleteMs + 10_000 },
  );
};

/** An empty namespace at the restricted pod security level; what an interrupted run left is deleted. */
export const makeNamespace = async (name: string): Promise<void> => {
  await removeNamespace(name);
  await run('kubectl', ['create', 'namespace', name]);
  const level = 'pod-security.kubernetes.io/enforce=restricted';
  await run('kubectl', ['label', 'namespace', name, label, level]);
};

import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInstallation } from '../installation.js';

describe('a rolling restart of every Deployment', () => {
  const path = process.env['PATH'];
  let home = '';
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'tandem-cluster-'));
    const kubectl = join(home, 'kubectl');
    const script = `#!/bin/sh
case "$*" in
  *'rollout restart'*) echo "$*" >> '${home}/restarts' ;;
  *'get deployment '*) printf 'deployment.apps/t-shares\\ndeployment.apps/t-web\\n' ;;
  *) echo '{"items":[]}' ;;
esac
`;
    writeFileSync(kubectl, script);
    chmodSync(kubectl, 0o755);
    process.env['PATH'] = `${home}:${path}`;
  });
  afterEach(() => {
    process.env['PATH'] = path;
    rmSync(home, { recursive: true, force: true });
  });

  it.each([
    ['together', false, ['deployment.apps/t-shares deployment.apps/t-web']],
    ['in turn', true, ['deployment.apps/t-shares', 'deployment.apps/t-web']],
  ])('restarts them %s', async (_how, isInTurn, expected) => {
    const trial = createInstallation('n', 't', new AbortController().signal);
    await expect(trial.restart(isInTurn)).resolves.toBe(2);
    const lines = readFileSync(join(home, 'restarts'), 'utf8').trim().split('\n');
    expect(lines).toEqual(expected.map((names) => `-n n rollout restart ${names}`));
  });
});

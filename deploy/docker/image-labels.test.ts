import { readFileSync } from 'node:fs';
import { at } from '../../helm/test/lib/paths.js';
import { workflowNamed } from '../../tools/ci/workflows.js';

/** Annotations of the OCI image specification that registries, scanners and operators use. */
const wanted = ['title', 'description', 'version', 'revision', 'created', 'source', 'licenses'];

const build = workflowNamed('release').jobs['images']?.steps?.find(({ uses }) =>
  uses?.startsWith('docker/build-push-action@'),
);
const given = [...String(build?.with?.['build-args']).matchAll(/^(\w+)=(.+)$/gm)].map(
  ([, name = '', value = '']) => [name, value] as const,
);

describe.each(['service', 'web', 'emulator'])('the last stage of %s.Dockerfile', (name) => {
  const text = readFileSync(at(`deploy/docker/${name}.Dockerfile`), 'utf8');
  const last = text.slice(text.lastIndexOf('\nFROM '));
  const labels = new Map(
    [...last.matchAll(/org\.opencontainers\.image\.(\w+)="([^"]*)"/g)].map(
      ([, key = '', value = '']) => [key, value] as const,
    ),
  );

  it('has labels for title, commit and licence', () => {
    expect([...labels.keys()]).toEqual(wanted);
    expect(labels.get('licenses')).toBe('Apache-2.0');
  });

  it('receives the build-specific labels from the release workflow', () => {
    const variables = [...labels.values()].flatMap((value) =>
      [...value.matchAll(/\$\{(\w+)\}/g)].map(([, variable = '']) => variable),
    );
    expect(variables).toEqual(expect.arrayContaining(['VERSION', 'REVISION', 'CREATED', 'SOURCE']));
    for (const variable of variables) {
      // An ARG is valid from its line on, and only in its stage.
      expect([variable, last.indexOf(`\nARG ${variable}`)]).not.toEqual([variable, -1]);
      expect(last.indexOf(`\nARG ${variable}`)).toBeLessThan(last.indexOf('\nLABEL '));
      expect(given.map(([argument]) => argument)).toContain(variable);
    }
  });
});

describe('a service image', () => {
  it('contains the SBOM that pruning writes', () => {
    const text = readFileSync(at('deploy/docker/service.Dockerfile'), 'utf8');
    const writes = text.indexOf('node /prune/prune.mjs /app "$workspace"');
    const copies = /cp --parents -a package\.json sbom\.cdx\.json /.exec(text)?.index ?? -1;
    expect(writes).toBeGreaterThan(0);
    expect(copies).toBeGreaterThan(writes);
    expect(text.slice(text.lastIndexOf('\nFROM '))).toContain(
      'COPY --from=dependencies /runtime /app',
    );
    const script = readFileSync(at('deploy/docker/image/prune.mjs'), 'utf8');
    expect(script).toContain("'sbom.cdx.json'");
  });
});

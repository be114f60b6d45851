import { readFileSync } from 'node:fs';
import { everyExample, manifestsOf, render, type Manifest } from './lib/chart.js';
import { compileAgainstModels } from './lib/models.js';
import { at } from './lib/paths.js';

// Deployment: "every manifest compiled against typed Kubernetes models". One program for all of them:
// loading the models is most of the time.
describe('rendered manifests', () => {
  const all = new Map<string, Manifest>();
  for (const rendering of everyExample) {
    for (const manifest of render(rendering)) all.set(JSON.stringify(manifest), manifest);
  }
  // What skaffold brings to a laptop's cluster is written by hand, and applied all the same.
  const backing = manifestsOf(readFileSync(at('deploy/dev/backing.yaml'), 'utf8'));
  const manifests = [...all.values(), ...backing];

  it('are what the Kubernetes API describes, field by field', () => {
    expect(manifests.length).toBeGreaterThan(100);
    expect(backing.map(({ kind }) => kind)).toContain('StatefulSet');
    expect(compileAgainstModels(manifests)).toEqual([]);
  }, 120_000);

  // What is compiled stands in for it (lib/models.ts), so the version itself has to be told here.
  it('ask External Secrets for the version that it serves', () => {
    const versions = manifests
      .filter(({ kind }) => kind === 'ExternalSecret')
      .map(({ apiVersion }) => apiVersion);
    expect(new Set(versions)).toEqual(new Set(['external-secrets.io/v1']));
  });

  it('would be caught with a field that does not exist', () => {
    const deployment = structuredClone(manifests.find(({ kind }) => kind === 'Deployment'));
    const monitor = structuredClone(manifests.find(({ kind }) => kind === 'PodMonitor'));
    const secret = structuredClone(manifests.find(({ kind }) => kind === 'ExternalSecret'));
    if (!deployment || !monitor || !secret) throw new Error('nothing to break');
    Object.assign(deployment.spec, { replcas: 2 });
    Object.assign(monitor.spec.podMetricsEndpoints[0] ?? {}, { scrapeIntervall: '5s' });
    Object.assign(secret.spec, { refreshIntervall: '1h' });
    const faults = compileAgainstModels([deployment, monitor, secret]).join('\n');
    expect(faults).toContain('replcas');
    expect(faults).toContain('scrapeIntervall');
    expect(faults).toContain('refreshIntervall');
  }, 120_000);
});

import { everyExample, render, type Manifest } from './lib/chart.js';
import { compileAgainstModels } from './lib/models.js';

// One program for all manifests: most of the time is spent on loading the models.
describe('rendered manifests', () => {
  const all = new Map<string, Manifest>();
  for (const rendering of everyExample) {
    for (const manifest of render(rendering)) all.set(JSON.stringify(manifest), manifest);
  }
  const manifests = [...all.values()];

  it('compile against the models of the Kubernetes API', () => {
    expect(manifests.length).toBeGreaterThan(100);
    expect(manifests.map(({ kind }) => kind)).toContain('StatefulSet');
    expect(compileAgainstModels(manifests)).toEqual([]);
  }, 120_000);

  // The compiled model is of another version (lib/models.ts), so this checks the version itself.
  it('use the served version of External Secrets', () => {
    const versions = manifests
      .filter(({ kind }) => kind === 'ExternalSecret')
      .map(({ apiVersion }) => apiVersion);
    expect(new Set(versions)).toEqual(new Set(['external-secrets.io/v1']));
  });

  it('fail to compile with an unknown field', () => {
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

import { everyExample, render, type Manifest } from './lib/chart.js';
import { compileAgainstModels } from './lib/models.js';

// Deployment: "every manifest compiled against typed Kubernetes models". One program for all of them:
// loading the models is most of the time.
describe('rendered manifests', () => {
  const all = new Map<string, Manifest>();
  for (const rendering of everyExample) {
    for (const manifest of render(rendering)) all.set(JSON.stringify(manifest), manifest);
  }
  const manifests = [...all.values()];

  it('are what the Kubernetes API describes, field by field', () => {
    expect(manifests.length).toBeGreaterThan(100);
    expect(compileAgainstModels(manifests)).toEqual([]);
  }, 120_000);

  it('would be caught with a field that does not exist', () => {
    const deployment = structuredClone(manifests.find(({ kind }) => kind === 'Deployment'));
    const monitor = structuredClone(manifests.find(({ kind }) => kind === 'PodMonitor'));
    if (!deployment || !monitor) throw new Error('nothing to break');
    Object.assign(deployment.spec, { replcas: 2 });
    Object.assign(monitor.spec.podMetricsEndpoints[0] ?? {}, { intervall: '5s' });
    const faults = compileAgainstModels([deployment, monitor]).join('\n');
    expect(faults).toContain('replcas');
    expect(faults).toContain('intervall');
  }, 120_000);
});

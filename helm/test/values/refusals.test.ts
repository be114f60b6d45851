import { tryTemplate, type Rendering } from '../lib/chart.js';
import { valuesSchema, type Schema } from '../lib/values-schema.js';

const topLevel = (chart: Rendering['chart']) =>
  Object.entries(valuesSchema(chart).properties ?? {});

const refused = (chart: Rendering['chart'], set: string) => {
  const { isOk, stderr } = tryTemplate({ chart, example: 'minimal', extra: ['--set', set] });
  return isOk ? 'accepted' : stderr;
};

/** An invalid value of a key: an unknown key inside it, or another type. */
const nonsense = (key: string, { type, additionalProperties }: Schema): string => {
  if (key === 'services') return 'services.shares.nonsense=1';
  if (type !== 'object') return type === 'array' ? `${key}=text` : `${key}={a,list}`;
  // Node labels have any key and string values.
  return additionalProperties === false ? `${key}.nonsense=1` : `${key}.free=1`;
};

const families = (['tandem', 'coturn'] as const).flatMap((chart) =>
  topLevel(chart)
    // Helm passes `global` to every subchart.
    .filter(([key]) => key !== 'global')
    .map(([key, schema]) => ({ chart, key, set: nonsense(key, schema) })),
);

describe('each key of the values', () => {
  it.each(families)('$chart: $key rejects an invalid value', ({ chart, key, set }) => {
    const told = refused(chart, set);
    expect(told).toMatch(/don't meet the specifications of the schema/);
    expect(told).toContain(key);
  });

  it('is declared: unknown keys are rejected', () => {
    for (const chart of ['tandem', 'coturn'] as const)
      expect(refused(chart, 'nonsense=1')).toMatch(/nonsense is not allowed/);
  });
});

describe('an invalid value is rejected before it reaches the cluster:', () => {
  it.each([
    ['publicUrl=files.example.com', /publicUrl/],
    ['image.pullPolicy=Sometimes', /pullPolicy/],
    ['product.slug=Two Words', /slug/],
    ['product.supportEmail=nobody', /supportEmail/],
    ['corsOrigins={*}', /corsOrigins/],
    ['corsOrigins={https://a.example.com/app}', /corsOrigins/],
    ['assetOrigin=https://cdn.example.com/assets', /assetOrigin/],
    ['logLevel=verbose', /logLevel/],
    ['firebase.apiKey=k1:secret', /apiKey/],
    ['payments.provider=cash', /provider/],
    ['payments.publishableKey=sk_live_secret', /publishableKey/],
    ['turn.urls={https://turn.example.com}', /turn\.urls/],
    ['turn.stunUrls={turn:turn.example.com}', /turn\.stunUrls/],
    ['secrets.MONGO_URL.key=', /MONGO_URL/],
    ['externalSecrets.refreshInterval=hourly', /refreshInterval/],
    ['services.shares.env.GRANT_KEYS=k1:abc', /env|propertyName 'GRANT_KEYS'/],
    ['defaults.env.STRIPE_SECRET_KEY=sk_live', /env|propertyName 'STRIPE_SECRET_KEY'/],
    ['services.shares.needs={mongo}', /needs is not allowed/],
    ['services.shares.resources.limits.memory=much', /memory/],
    ['defaults.targetCPUUtilization=100', /targetCPUUtilization/],
    ['defaults.topologySpread[0].whenUnsatisfiable=Perhaps', /whenUnsatisfiable/],
    ['operators.keda=perhaps', /operators\.keda/],
    ['podDisruptionBudget.enabled=perhaps', /podDisruptionBudget/],
    ['networkPolicy.mongo.ports={0}', /ports/],
    ['networkPolicy.ingressFrom[0].ipBlock.except={10.0.0.0/8}', /cidr/],
    ['ingress.enabled=perhaps', /ingress/],
    ['gatewayApi.parentRefs[0].namespace=gateways', /name/],
    ['tracing.endpoint=otel-collector:4318', /endpoint/],
    ['tracing.sampleRatio=often', /sampleRatio/],
    ['monitoring.interval=often', /interval/],
    ['tests.enabled=perhaps', /tests/],
  ])('%s', (set, reason) => {
    expect(refused('tandem', set)).toMatch(reason);
  });

  it.each([
    ['image.digest=latest', /digest/],
    ['realm=', /realm/],
    ['realm=turn example', /realm/],
    ['secret.name=', /secret\.name/],
    ['externalIp.address=turn.example.com', /address/],
    ['ports.relayMin=50000,ports.relayMax=49999', /relayMin/],
    ['drainSeconds=5', /drainSeconds/],
    ['metrics.interval=often', /interval/],
    ['resources.limits.memory=much', /memory/],
    ['tolerations[0].operator=Perhaps', /operator/],
  ])('coturn: %s', (set, reason) => {
    expect(refused('coturn', set)).toMatch(reason);
  });
});

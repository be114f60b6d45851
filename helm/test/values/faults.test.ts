import { faultsOf } from '../lib/chart.js';

const ofMinimal = (set: string) =>
  faultsOf({ chart: 'tandem', example: 'minimal', extra: ['--set', set] });

describe('an installation without values', () => {
  it('is refused with one message that lists everything to set', () => {
    const faults = faultsOf({ chart: 'tandem' });
    expect(faults.map((fault) => fault.split(' ')[0])).toEqual([
      'publicUrl',
      'firebase.apiKey',
      'firebase.authDomain',
      'firebase.projectId',
      'payments.publishableKey',
      'secrets.MONGO_URL.name',
      'nats.address',
      'secrets.STRIPE_SECRET_KEY.name',
      'secrets.STRIPE_WEBHOOK_SECRET.name',
    ]);
    for (const fault of faults) expect(fault).toMatch(/ is empty\. (Set|Name) /);
  });
});

describe('the values', () => {
  it('of the example minimal have no fault', () => {
    expect(faultsOf({ chart: 'tandem', example: 'minimal' })).toEqual([]);
  });

  it.each([
    ['a public address without TLS', 'publicUrl=http://files.example.com', /^publicUrl .*https:/],
    [
      'the public address of a development machine',
      'publicUrl=http://localhost:8080',
      /^publicUrl/,
    ],
    ['a project of the Auth emulator', 'firebase.projectId=demo-tandem', /^firebase\.projectId/],
    ['the stand-in of Stripe', 'payments.provider=local', /^payments\.provider/],
    [
      'no Secret for the databases',
      'secrets.MONGO_URL.name=',
      /^secrets\.MONGO_URL\.name is empty/,
    ],
    ['no address of the broker', 'nats.address=', /^nats\.address is empty/],
    ['two ways to the broker', 'secrets.NATS_URL.name=tandem-nats', /^nats\.address .* both set/],
    [
      'a Secret of Stripe without payments',
      'payments.provider=none,payments.publishableKey=,secrets.STRIPE_WEBHOOK_SECRET.name=',
      /^secrets\.STRIPE_SECRET_KEY\.name is set, but payments\.provider is none/,
    ],
    [
      'Web Push without its private key',
      `push.publicKey=${'B'.padEnd(87, 'x')}`,
      /^push\.publicKey is set, but secrets\.VAPID_PRIVATE_KEY\.name is empty/,
    ],
    [
      'a private key for Web Push without its public one',
      'secrets.VAPID_PRIVATE_KEY.name=push',
      /^secrets\.VAPID_PRIVATE_KEY\.name is set, but push\.publicKey is empty/,
    ],
    ['no Secret for Stripe', 'secrets.STRIPE_SECRET_KEY.name=', /^secrets\.STRIPE_SECRET_KEY/],
    ['half of a key pair', 'secrets.GRANT_KEYS.name=own', /GRANT_KEYS and .* belong together/],
    [
      'certificates from two places',
      'operators.certManager=true,peerTls.secretName=own-$service',
      /^operators\.certManager .* both set/,
    ],
    [
      'a controller whose address would stand for all clients',
      'trustProxyHops=0',
      /^trustProxyHops is 0, but ingress\.enabled/,
    ],
    ['an HTTPRoute without a Gateway', 'operators.gatewayApi=true', /^gatewayApi\.parentRefs/],
    [
      'a Gateway that the network policies refuse',
      'operators.gatewayApi=true,gatewayApi.parentRefs[0].name=a',
      /^networkPolicy\.ingressFrom .*ingress-nginx/,
    ],
    ['a Gateway without its operator', 'gatewayApi.parentRefs[0].name=a', /operators\.gatewayApi/],
    ['an external store without a name', 'operators.externalSecrets=true', /storeRef\.name/],
    ['external Secrets without an operator', 'externalSecrets.secrets.a=b', /operators\.ext/],
    ['an issuer without cert-manager', 'peerTls.certManager.issuerRef.name=a', /operators\.cert/],
    [
      'KEDA without autoscaling',
      'operators.keda=true,autoscaling.enabled=false',
      /operators\.keda/,
    ],
    ['an unknown service', 'services.mailer.replicas=1', /^services\.mailer: unknown service/],
    ['leaving out a service that others call', 'services.audit=null', /^services\.audit must not/],
    ['leaving out the API', 'services.gateway=null', /^services\.gateway must not be null/],
    ['leaving out the handshakes', 'services.signalling=null', /^services\.signalling must not/],
    [
      'minReplicas above maxReplicas',
      'services.shares.autoscaling.minReplicas=41',
      /^services\.shares.*maxReplicas/,
    ],
    [
      'autoscaling of signalling without connectionsPerPod',
      'services.signalling.autoscaling.connectionsPerPod=null',
      /^services\.signalling.*connectionsPerPod/,
    ],
  ])('with %s are refused', (_what, set, reason) => {
    const faults = ofMinimal(set);
    expect(faults).toHaveLength(1);
    expect(faults[0]).toMatch(reason);
  });

  it('with a preStop delay that leaves no time to stop are refused for each service', () => {
    const faults = ofMinimal('defaults.preStopSeconds=20');
    expect(faults).toHaveLength(8);
    for (const fault of faults) expect(fault).toMatch(/terminationGracePeriodSeconds.*20 \+ 25/);
  });

  // The schema would answer with a regular expression.
  it.each([
    ['publicUrl', 'wrong.example.org'],
    ['corsOrigins', '{https://a.example.com/app}'],
    ['assetOrigin', 'wrong.example.org'],
    ['image.digests', 'latest', 'image.digests.shares'],
    ['product.slug', 'Two Words'],
    ['product.supportEmail', 'nobody'],
    ['product.links.imprint', 'http://example.com/imprint'],
    ['product.links.status', 'status.example.com'],
    ['product.links.source', 'javascript:alert(1)'],
    ['product.links.securityContact', 'security@example.com'],
    ['firebase.apiKey', 'k1:secret'],
    ['payments.publishableKey', 'sk_live_secret'],
    ['push.publicKey', 'short', 'secrets.VAPID_PRIVATE_KEY.name=push,push.publicKey'],
    ['push.subject', 'operator@example.com'],
    ['turn.urls', '{https://turn.example.com}'],
    ['turn.stunUrls', '{turn:turn.example.com}'],
    ['nats.address', 'nats://user:secret@nats:4222'],
    ['peerTls.secretName', 'own'],
    ['externalSecrets.refreshInterval', 'hourly'],
    ['tracing.endpoint', 'otel-collector:4318'],
    ['tracing.sampleRatio', 'often'],
    ['monitoring.interval', 'often'],
    ['monitoring.interval', '1m'],
    ['autoscaling.prometheusUrl', 'prometheus:9090'],
  ])(
    'with a %s of the wrong form are refused in words, without the value',
    (key, value, set = key) => {
      const [fault = '', ...others] = ofMinimal(`${set}=${value}`);
      expect(others).toEqual([]);
      expect(fault).toMatch(/ must be [\w ,:"./-]+/);
      expect(fault.startsWith(`${key} must be `)).toBe(true);
      expect(fault).not.toMatch(/[\^|*\\]/);
      expect(fault).not.toContain(value.replace(/[{}]/g, ''));
    },
  );

  it('without web, whose files a CDN can serve, have no fault', () => {
    expect(ofMinimal('services.web=null')).toEqual([]);
  });

  it('with faults of several kinds are refused with all of them', () => {
    const faults = ofMinimal(
      'publicUrl=,services.mailer.replicas=1,operators.gatewayApi=true,services.audit=null',
    );
    expect(faults).toHaveLength(4);
  });
});

// Accounts of a trial can be forged.
describe('a trial', () => {
  const ofTrial = (set: string) =>
    faultsOf({ chart: 'tandem', example: 'trial', extra: ['--set', set] });

  it('needs no values but its own', () => {
    expect(ofTrial('logLevel=debug')).toEqual([]);
  });

  it.each([
    'publicUrl=https://files.example.com',
    'publicUrl=http://localhost.example.com',
    'ingress.enabled=true',
    'operators.gatewayApi=true,gatewayApi.parentRefs[0].name=public',
  ])('is refused where others could reach it: %s', (set) => {
    expect(ofTrial(set)).toEqual([expect.stringMatching(/^trial\.enabled .* can be forged/)]);
  });

  it('has no network policies, which would cut it off from what it bundles', () => {
    expect(ofTrial('networkPolicy.enabled=true')).toEqual([
      expect.stringMatching(/^networkPolicy\.enabled.* Set false$/),
    ]);
  });

  it('has no payments but those of the stand-in', () => {
    expect(ofTrial('payments.provider=stripe')).toEqual([expect.stringMatching(/^payments/)]);
  });

  it('may have no payments', () => {
    expect(ofTrial('payments.provider=none,payments.publishableKey=')).toEqual([]);
  });

  it.each(['publicUrl', 'firebase', 'payments'])(
    'has no default of %s that production would inherit',
    (key) => {
      const production = faultsOf({
        chart: 'tandem',
        example: 'trial',
        extra: ['--set', 'trial.enabled=false'],
      });
      expect(production.join('\n')).toContain(key);
    },
  );
});

describe('the values of a relay', () => {
  const ofRelay = (set: string) =>
    faultsOf({ chart: 'coturn', example: 'minimal', extra: ['--set', set] });

  it('in the examples have no fault', () => {
    for (const example of ['minimal', 'tls', 'detect'])
      expect(faultsOf({ chart: 'coturn', example })).toEqual([]);
  });

  it.each([
    ['no realm', 'realm=', /^realm is empty\. Set /],
    ['a realm of the wrong form', 'realm=turn example', /^realm must be a host name/],
    ['no Secret', 'secret.name=', /^secret\.name is empty\. Name /],
    ['no key of the Secret', 'secret.key=', /^secret\.key is empty\. Name /],
    ['the same key twice', 'secret.previousKey=TURN_SECRET', /^secret\.previousKey .* the same/],
    ['no image', 'image.repository=', /^image\.repository is empty/],
    ['neither tag nor digest', 'image.tag=', /^image\.tag and image\.digest are empty/],
    ['a digest of the wrong form', 'image.digest=latest', /^image\.digest must be a digest: /],
    [
      'an address of the wrong form',
      'externalIp.from=static,externalIp.address=turn.example.com',
      /^externalIp\.address must be an IP address/,
    ],
    [
      'a fixed address that is missing',
      'externalIp.from=static',
      /^externalIp\.address is empty, but externalIp\.from is static/,
    ],
    [
      'an address that is not used',
      'externalIp.address=203.0.113.7',
      /^externalIp\.address is set, but externalIp\.from is hostIP/,
    ],
    [
      'an empty range of ports',
      'ports.relayMin=50000,ports.relayMax=49999',
      /^ports\.relayMin must be less than ports\.relayMax/,
    ],
    ['one port for two purposes', 'metrics.port=3478', /^ports\.listening and metrics\.port /],
    [
      'one port for two protocols',
      'tlsSecretName=turn-tls,ports.tls=3478',
      /^ports\.listening and ports\.tls /,
    ],
    ['a port in the relayed range', 'ports.listening=50000', /^ports\.listening is among /],
    ['an interval of the wrong form', 'metrics.interval=often', /^metrics\.interval must be /],
    ['an argument without hyphens', 'extraArgs={max-bps=1}', /^extraArgs must be arguments /],
    [
      'an argument that the chart sets',
      'extraArgs={--static-auth-secret=abc}',
      /^extraArgs contains --static-auth-secret\. Set secret instead$/,
    ],
  ])('with %s are refused in words', (_what, set, reason) => {
    const faults = ofRelay(set);
    expect(faults).toHaveLength(1);
    expect(faults[0]).toMatch(reason);
  });

  it('with faults of several kinds are refused with all of them', () => {
    expect(ofRelay('realm=,image.digest=latest,metrics.port=3478')).toHaveLength(3);
  });
});

import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { quotedVariables } from '@tandem/proto/policy-settings';
import { everyExample, manifestsOf, render, runHelm, type Rendering } from './lib/chart.js';
import { at } from './lib/paths.js';
import { secretsMadeBy, secretsReadBy } from './lib/secrets.js';

/**
 * The notes that Helm prints after an installation. `helm template` does not print them, so a copy of the chart renders
 * them into an object. Nor does it look up objects, so the copy contains the Secrets that are present, with their keys.
 */
const notesOf = (
  { chart, example = 'minimal', extra = [] }: Rendering,
  present: Readonly<Record<string, readonly string[]>> = {},
): string => {
  const home = mkdtempSync(join(tmpdir(), 'tandem-notes-'));
  try {
    cpSync(at(`helm/${chart}`), home, { recursive: true, dereference: true });
    const notes = readFileSync(join(home, 'templates/NOTES.txt'), 'utf8');
    const objects = Object.entries(present).map(([name, keys]) => [
      name,
      { kind: 'Secret', data: Object.fromEntries(keys.map((key) => [key, 'eA=='])) },
    ]);
    const cluster = `get (${JSON.stringify(JSON.stringify(Object.fromEntries(objects)))} | fromJson)`;
    const looked = notes.replaceAll('lookup "v1" "Secret" $.Release.Namespace', cluster);
    const shown = ['{{- define "notes" -}}', looked, '{{- end -}}'].join('');
    const object = `\napiVersion: v1\nkind: Notes\nmetadata: { name: notes }\ntext: {{ include "notes" . | quote }}\n`;
    writeFileSync(join(home, 'templates/shown.yaml'), shown + object);
    const { isOk, stdout, stderr } = runHelm([
      ...['template', chart, home, '--namespace', chart, '--kube-version', '1.34.0'],
      ...['--values', at(`helm/${chart}/examples/${example}.values.yaml`)],
      ...['--show-only', 'templates/shown.yaml', ...extra],
    ]);
    if (!isOk) throw new Error(stderr);
    const [manifest] = manifestsOf(stdout);
    return (manifest as unknown as { text: string }).text;
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
};

/** The keys in the commands of the notes that create Secrets, as `secret/key`. */
const createdBy = (notes: string): string[] =>
  [...notes.matchAll(/^ {2}kubectl -n \S+ create secret generic (\S+) (.+)$/gm)].flatMap(
    ([, name = '', options = '']) =>
      [...options.matchAll(/--from-(?:literal|file)=([\w.-]+)/g)].map(
        ([, key = '']) => `${name}/${key}`,
      ),
  );

describe('the notes after an installation', () => {
  it.each(everyExample)(
    'of $chart in the example $example are not empty and repeat no line',
    (one) => {
      const notes = notesOf(one);
      expect(notes.trim().length).toBeGreaterThan(100);
      expect(notes).not.toMatch(/<no value>|%!|\n{3,}/);
    },
  );

  it.each(['minimal', 'external-secrets', 'gateway-api', 'ha', 'without-payments'])(
    'contain a command for each Secret that must be created, with its keys, in %s',
    (example) => {
      const rendering: Rendering = { chart: 'tandem', example };
      const manifests = render(rendering);
      const made = secretsMadeBy(manifests);
      const needed = secretsReadBy(manifests).filter((one) => !made.has(one.split('/')[0] ?? ''));
      expect(needed.length).toBeGreaterThan(5);
      expect(createdBy(notesOf(rendering)).sort()).toEqual(needed);
    },
  );

  const ofEverything = {
    chart: 'tandem',
    extra: [
      ...['--set', 'externalTls.caSecret.name=own-ca,services.audit.volumes[0].name=geo'],
      ...['--set', 'services.audit.volumes[0].mountPath=/geo,services.audit.volumes[0].secret=geo'],
    ],
  } as const;
  const everySecret = {
    'tandem-mongo': ['identity', 'shares', 'billing', 'audit', 'analytics'],
    'tandem-stripe': ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'],
    'tandem-firebase': ['service-account.json'],
    'own-ca': ['ca.crt'],
    geo: ['city.mmdb'],
    'tandem-tls': ['tls.crt', 'tls.key'],
  };

  it('say that every Secret exists only where those of volumes and of the Ingress do', () => {
    const isComplete = (present: Record<string, string[]>) =>
      notesOf(ofEverything, present).includes('Every Secret that this release reads exists');
    expect(isComplete(everySecret)).toBe(true);
    for (const name of Object.keys(everySecret)) {
      const others = Object.entries(everySecret).filter(([other]) => other !== name);
      expect([name, isComplete(Object.fromEntries(others))]).toEqual([name, false]);
    }
  });

  it('contain a command for the certificate of the Ingress, unless cert-manager issues it', () => {
    const command = 'create secret tls tandem-tls --cert=… --key=…';
    expect(notesOf({ chart: 'tandem' })).toContain(command);
    const set = 'ingress.annotations.cert-manager\\.io/cluster-issuer=public';
    expect(notesOf({ chart: 'tandem', extra: ['--set', set] })).not.toContain(command);
  });

  it('add a key to a Secret that exists, and leave its other keys alone', () => {
    const { 'tandem-stripe': _keys, ...others } = everySecret;
    const notes = notesOf(ofEverything, { ...others, 'tandem-stripe': ['STRIPE_SECRET_KEY'] });
    expect(notes.match(/^ {2}kubectl .* secret .*$/gm)).toEqual([
      `  kubectl -n tandem patch secret tandem-stripe --type=merge -p '{"stringData":{"STRIPE_WEBHOOK_SECRET":"…"}}'`,
    ]);
  });

  it('contain the Secrets with certificates that the operator issues', () => {
    const extra = ['--set', 'peerTls.secretName=own-$service'];
    const created = createdBy(notesOf({ chart: 'tandem', extra }));
    expect(created).toEqual(
      expect.arrayContaining(['own-gateway/tls.key', 'own-shares/ca.crt', 'own-audit/tls.crt']),
    );
  });

  it('name the Secret to back up, where the release makes it', () => {
    expect(notesOf({ chart: 'tandem' })).toContain('Back up tandem-keys');
    expect(notesOf({ chart: 'tandem', example: 'external-secrets' })).not.toContain('Back up');
  });

  it('contain the commands to watch and test the release, and the public address', () => {
    const notes = notesOf({ chart: 'tandem' });
    expect(notes).toContain('https://files.example.com');
    expect(notes).toContain('kubectl -n tandem get pods -l app.kubernetes.io/instance=tandem');
    expect(notes).toContain('helm test tandem -n tandem');
  });

  it('warn of a missing relay and of a required metrics adapter', () => {
    expect(notesOf({ chart: 'tandem', extra: ['--set', 'turn.urls=null'] })).toContain(
      'No TURN relay',
    );
    expect(notesOf({ chart: 'tandem' })).not.toContain('No TURN relay');
    expect(notesOf({ chart: 'tandem' })).toContain('signalling_connections');
    expect(notesOf({ chart: 'tandem', example: 'ha' })).not.toContain('signalling_connections');
  });

  it('of a trial begin with a banner, and contain one command to open it', () => {
    const notes = notesOf({ chart: 'tandem', example: 'trial' });
    expect(notes).toMatch(/^\*\*\* THIS IS A TRIAL: .*accounts can be forged/);
    expect(notes.match(/port-forward/g)).toHaveLength(1);
    expect(notes).toContain('kubectl -n tandem port-forward service/tandem-edge 8080:8080');
    expect(notes).toContain('http://localhost:8080');
    expect(createdBy(notes)).toEqual([]);
    expect(notesOf({ chart: 'tandem' })).not.toContain('TRIAL');
  });

  it('without payments name the plan of every account and no Secret of Stripe', () => {
    const notes = notesOf({ chart: 'tandem', example: 'without-payments' });
    expect(notes).not.toMatch(/stripe/i);
    expect(notes).toContain('Without payments');
    expect(notesOf({ chart: 'tandem' })).not.toContain('Without payments');
  });

  it('name the limits that the pages of the published image do not quote', () => {
    const notes = notesOf({ chart: 'tandem', example: 'without-payments' });
    expect(notes).toContain(
      'quote EXPIRY_DAYS_FREE, FREE_MONTHLY_SHARES, MAX_FILE_BYTES_FREE as built into the web image',
    );
    expect(notesOf({ chart: 'tandem' })).not.toContain('as built into the web image');
    for (const name of quotedVariables) {
      const extra = ['--set-string', `defaults.env.${name}=7`];
      expect(notesOf({ chart: 'tandem', extra })).toContain(`quote ${name} as built`);
    }
  });

  it('of coturn list the ports to open and the addresses for the main chart', () => {
    const notes = notesOf({ chart: 'coturn', example: 'tls' });
    expect(notes).toContain('3478 (UDP, TCP), 5349 (TCP), 49152-65535 (UDP)');
    expect(notes).toContain(
      '["turn:turn.example.com:3478?transport=udp", "turns:turn.example.com:5349?transport=tcp"]',
    );
    expect(notesOf({ chart: 'coturn' })).not.toContain('5349');
  });
});

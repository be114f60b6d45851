import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { everyExample, manifestsOf, runHelm, template, type Rendering } from './lib/chart.js';
import { at } from './lib/paths.js';

/**
 * The notes that Helm prints after an installation. `helm template` does not print them, so a copy of the chart renders
 * them into an object.
 */
const notesOf = ({ chart, example = 'minimal', extra = [] }: Rendering): string => {
  const home = mkdtempSync(join(tmpdir(), 'tandem-notes-'));
  try {
    cpSync(at(`helm/${chart}`), home, { recursive: true, dereference: true });
    const notes = readFileSync(join(home, 'templates/NOTES.txt'), 'utf8');
    const shown = ['{{- define "notes" -}}', notes, '{{- end -}}'].join('');
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

/** The Secrets that a release reads, without those that cert-manager creates for it. */
const secretsReadBy = (rendering: Rendering) => {
  const text = template(rendering);
  const issued = [...text.matchAll(/^kind: Certificate$[^]*?^ {2}secretName: (\S+)$/gm)].map(
    ([, name]) => name,
  );
  const read = [...text.matchAll(/secretKeyRef:\s+name: (\S+)|secretName: (tandem-\S+)/g)].map(
    ([, byKey, mounted]) => byKey ?? mounted ?? '',
  );
  return new Set(read.filter((name) => !issued.includes(name)));
};

describe('the notes after an installation', () => {
  it.each(everyExample)(
    'of $chart in the example $example are not empty and repeat no line',
    (one) => {
      const notes = notesOf(one);
      expect(notes.trim().length).toBeGreaterThan(100);
      expect(notes).not.toMatch(/<no value>|%!|\n{3,}/);
    },
  );

  it.each(['minimal', 'external-secrets', 'gateway-api', 'ha'])(
    'list each Secret that must exist, in %s',
    (example) => {
      const notes = notesOf({ chart: 'tandem', example });
      const listed = [...notes.matchAll(/^ {2}- (\S+)$/gm)].map(([, name]) => name ?? '');
      // The ingress controller reads the certificate.
      const read = [...secretsReadBy({ chart: 'tandem', example })].filter(
        (name) => name !== 'tandem-tls',
      );
      expect(listed).toEqual(read.sort());
    },
  );

  it('list the Secrets with the certificates of the services without cert-manager', () => {
    const notes = notesOf({ chart: 'tandem' });
    for (const name of secretsReadBy({ chart: 'tandem', example: 'minimal' })) {
      if (name.startsWith('tandem-peer-')) expect(notes).toContain(`  - ${name}\n`);
    }
    expect(notes).toContain('  - tandem-peer-gateway\n');
  });

  it('contain the commands to watch and test the release, and the public address', () => {
    const notes = notesOf({ chart: 'tandem' });
    expect(notes).toContain('https://files.example.com');
    expect(notes).toContain('kubectl -n tandem get pods -l app.kubernetes.io/instance=tandem');
    expect(notes).toContain('helm test tandem -n tandem');
  });

  it('warn of a missing relay, of development mode and of a required metrics adapter', () => {
    expect(notesOf({ chart: 'tandem', extra: ['--set', 'turn.urls=null'] })).toContain(
      'No TURN relay',
    );
    expect(notesOf({ chart: 'tandem' })).not.toContain('No TURN relay');
    expect(notesOf({ chart: 'tandem', example: 'dev' })).toContain('DEVELOPMENT MODE');
    expect(notesOf({ chart: 'tandem' })).toContain('signalling_connections');
    expect(notesOf({ chart: 'tandem', example: 'ha' })).not.toContain('signalling_connections');
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

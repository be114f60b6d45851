import { readFileSync } from 'node:fs';
import { newAuthority, openAuthority } from '../certificates/authority.js';
import { changesOf, provisionManifest, type ProvisionManifest } from './manifest.js';
import { connectSecretsInCluster, type SecretsApi } from './secrets-api.js';

/**
 * Makes the Secrets of a release in its cluster:  node dist/provision/provision.js secrets.json
 *
 * Keys that exist are kept. Certificates are issued anew with each run; services follow without a restart.
 */
const provisionSecrets = async (api: SecretsApi, { secrets }: ProvisionManifest) => {
  const lines: string[] = [];
  for (const [name, recipes] of Object.entries(secrets)) {
    const present = await api.read(name);
    const changes = changesOf(recipes, present ?? {});
    const keys = Object.keys(changes);
    if (present === undefined) await api.create(name, 'Opaque', changes);
    else if (keys.length > 0) await api.merge(name, changes);
    lines.push(`secret ${name}: ${keys.length === 0 ? 'unchanged' : `made ${keys.join(', ')}`}`);
  }
  return lines;
};

const keepAuthority = async (api: SecretsApi, name: string) => {
  const present = await api.read(name);
  if (present?.['tls.key'] !== undefined && present['tls.crt'] !== undefined) {
    return openAuthority({ key: present['tls.key'], certificate: present['tls.crt'] });
  }
  const files = await newAuthority();
  const data = { 'tls.key': files.key, 'tls.crt': files.certificate };
  if (present === undefined) await api.create(name, 'kubernetes.io/tls', data);
  else await api.merge(name, data);
  return openAuthority(files);
};

const issueCertificates = async (api: SecretsApi, { certificates }: ProvisionManifest) => {
  if (certificates === undefined) return [];
  const authority = await keepAuthority(api, certificates.authority);
  for (const [service, name] of Object.entries(certificates.services)) {
    const issued = await authority.issue(service, { hosts: certificates.hosts[service] ?? [] });
    const data = {
      'tls.key': issued.key.toString(),
      'tls.crt': issued.certificate.toString(),
      'ca.crt': issued.authorities.toString(),
    };
    if ((await api.read(name)) === undefined) await api.create(name, 'kubernetes.io/tls', data);
    else await api.merge(name, data);
  }
  return [`certificates: issued to ${Object.keys(certificates.services).join(', ')}`];
};

/** One line per Secret, without values. */
export const provision = async (api: SecretsApi, manifest: unknown): Promise<string[]> => {
  const checked = provisionManifest.parse(manifest);
  return [...(await provisionSecrets(api, checked)), ...(await issueCertificates(api, checked))];
};

const [, program = '', file] = process.argv;
if (program.endsWith('/provision.js') && file) {
  const labels = JSON.parse(process.env['LABELS'] ?? '{}') as Record<string, string>;
  const manifest: unknown = JSON.parse(readFileSync(file, 'utf8'));
  const lines = await provision(connectSecretsInCluster(labels), manifest);
  process.stdout.write(`${lines.join('\n')}\n`);
}

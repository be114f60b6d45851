/**
 * Makes the Secrets of a release in its cluster:  node dist/provision/provision.js secrets.json
 *
 * Keys that exist are kept. Certificates are issued anew with each run; services follow without a restart.
 */

import { readFileSync } from 'node:fs';
import { newAuthority, openAuthority } from '../certificates/authority.js';
import { conflict, retryOnConflict } from '../process/retry-on-conflict.js';
import {
  changesOf,
  provisionManifest,
  type ProvisionManifest,
  type SecretData,
} from './manifest.js';
import { connectSecretsInCluster, type SecretsApi } from './secrets-api.js';

const maxAttempts = 5;

/**
 * Writes what `decide` adds to the Secret, which another run may change at the same time: the Job of a release and the
 * CronJob. Resolves to the keys that were written.
 */
const write = (
  api: SecretsApi,
  { name, type }: { name: string; type: string },
  decide: (present: SecretData) => Promise<SecretData>,
): Promise<string[]> => {
  const onExhausted = () => new Error(`secret ${name} was changed by others at every attempt`);
  return retryOnConflict({ maxAttempts, onExhausted }, async () => {
    const present = await api.read(name);
    const changes = await decide(present ?? {});
    const keys = Object.keys(changes);
    if (present !== undefined && keys.length === 0) return keys;
    const isWritten =
      present === undefined
        ? await api.create(name, type, changes)
        : await api.merge(name, changes);
    return isWritten ? keys : conflict;
  });
};

const provisionSecrets = async (api: SecretsApi, { secrets }: ProvisionManifest) => {
  const lines: string[] = [];
  for (const [name, recipes] of Object.entries(secrets)) {
    const decide = (present: SecretData) => Promise.resolve(changesOf(recipes, present));
    const keys = await write(api, { name, type: 'Opaque' }, decide);
    lines.push(`secret ${name}: ${keys.length === 0 ? 'unchanged' : `made ${keys.join(', ')}`}`);
  }
  return lines;
};

const tlsSecret = (name: string) => ({ name, type: 'kubernetes.io/tls' });

const keepAuthority = async (api: SecretsApi, name: string) => {
  let files = { key: '', certificate: '' };
  await write(api, tlsSecret(name), async (present) => {
    const { 'tls.key': key, 'tls.crt': certificate } = present;
    const isPresent = key !== undefined && certificate !== undefined;
    files = isPresent ? { key, certificate } : await newAuthority();
    return isPresent ? {} : { 'tls.key': files.key, 'tls.crt': files.certificate };
  });
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
    await write(api, tlsSecret(name), () => Promise.resolve(data));
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

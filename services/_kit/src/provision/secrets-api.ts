import { readFileSync } from 'node:fs';
import type { SecretData } from './manifest.js';

/** Secrets of one namespace. Values are text. */
export interface SecretsApi {
  /** Undefined when there is no such Secret. */
  read(name: string): Promise<SecretData | undefined>;
  /** False if there is such a Secret. */
  create(name: string, type: string, data: SecretData): Promise<boolean>;
  /** Adds or replaces keys; others stay. False if the Secret has changed since it was last read. */
  merge(name: string, data: SecretData): Promise<boolean>;
}

const timeoutMs = 10_000;

const encode = (data: SecretData) =>
  Object.fromEntries(
    Object.entries(data).map(([key, value]) => [key, Buffer.from(value).toString('base64')]),
  );

const decode = (data: SecretData = {}) =>
  Object.fromEntries(
    Object.entries(data).map(([key, value]) => [key, Buffer.from(value, 'base64').toString()]),
  );

interface StoredSecret {
  data?: SecretData;
  metadata?: { resourceVersion?: string };
}

/** The API server at `url`, as the owner of `token`. Labels mark the Secrets that it creates. */
export const connectSecrets = (options: {
  url: string;
  namespace: string;
  token: string;
  labels: Readonly<Record<string, string>>;
}): SecretsApi => {
  const base = `${options.url}/api/v1/namespaces/${options.namespace}/secrets`;
  const call = async (method: string, url: string, body?: object, type = 'application/json') => {
    const response = await fetch(url, {
      method,
      signal: AbortSignal.timeout(timeoutMs),
      headers: { authorization: `Bearer ${options.token}`, 'content-type': type },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (response.ok) return (await response.json()) as StoredSecret;
    if (response.status === (method === 'GET' ? 404 : 409)) return undefined;
    const { message = '' } = (await response.json().catch(() => ({}))) as { message?: string };
    throw new Error(`${method} ${new URL(url).pathname}: ${response.status} ${message}`);
  };
  /** Versions of the Secrets that were read; the API server refuses a write to another one. */
  const versions = new Map<string, string | undefined>();
  return {
    read: async (name) => {
      const found = await call('GET', `${base}/${name}`);
      versions.set(name, found?.metadata?.resourceVersion);
      return found && decode(found.data);
    },
    create: async (name, type, data) => {
      const created = await call('POST', base, {
        apiVersion: 'v1',
        kind: 'Secret',
        metadata: { name, labels: options.labels },
        type,
        data: encode(data),
      });
      return created !== undefined;
    },
    merge: async (name, data) => {
      const metadata = { resourceVersion: versions.get(name) };
      const body = { metadata, data: encode(data) };
      const merged = await call('PATCH', `${base}/${name}`, body, 'application/merge-patch+json');
      return merged !== undefined;
    },
  };
};

/** Where Kubernetes mounts the token of a pod's service account. */
const accountFolder = '/var/run/secrets/kubernetes.io/serviceaccount';

/** The API server of the cluster that the process runs in. Node reads its authority from NODE_EXTRA_CA_CERTS. */
export const connectSecretsInCluster = (labels: Readonly<Record<string, string>>): SecretsApi => {
  const folder = process.env['SERVICE_ACCOUNT_DIR'] ?? accountFolder;
  return connectSecrets({
    url: process.env['KUBERNETES_URL'] ?? 'https://kubernetes.default.svc',
    namespace: readFileSync(`${folder}/namespace`, 'utf8').trim(),
    token: readFileSync(`${folder}/token`, 'utf8').trim(),
    labels,
  });
};

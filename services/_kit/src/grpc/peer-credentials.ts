import type { PeerCertificate } from 'node:tls';
import { experimental, type ChannelCredentials, type ServerCredentials } from '@grpc/grpc-js';
import type { CertificateSource } from './certificates.js';
import { identityUri, serviceOf } from './peer-identity.js';

type Provider = Parameters<typeof experimental.createCertificateProviderChannelCredentials>[0];
type CaListener = Parameters<Provider['addCaCertificateListener']>[0];
type IdentityListener = Parameters<Provider['addIdentityCertificateListener']>[0];

/**
 * Feeds a source to grpc-js, which builds the TLS context of new connections from its latest value. The provider of
 * grpc-js itself (FileWatcherCertificateProvider) drops all connections while a file is missing.
 */
const providerOf = (source: CertificateSource): Provider => {
  const removals = new Map<CaListener | IdentityListener, () => void>();
  const caUpdate = () => ({ caCertificate: source.current().authorities });
  const identityUpdate = () => ({
    certificate: source.current().certificate,
    privateKey: source.current().key,
  });
  const remove = (listener: CaListener | IdentityListener) => {
    removals.get(listener)?.();
    removals.delete(listener);
  };
  return {
    addCaCertificateListener: (listener) => {
      // Asynchronous: the server starts to follow updates after it adds its listeners.
      process.nextTick(() => listener(caUpdate()));
      removals.set(
        listener,
        source.onChange(() => listener(caUpdate())),
      );
    },
    addIdentityCertificateListener: (listener) => {
      process.nextTick(() => listener(identityUpdate()));
      removals.set(
        listener,
        source.onChange(() => listener(identityUpdate())),
      );
    },
    removeCaCertificateListener: remove,
    removeIdentityCertificateListener: remove,
  };
};

/** Mutual TLS with the identity of this process. */
export interface PeerCredentials {
  /** Refuses connections without a certificate of one of the authorities. */
  server: ServerCredentials;
  /** Refuses servers with any identity but `service`. */
  clientOf(service: string): ChannelCredentials;
}

export const peerCredentials = (source: CertificateSource): PeerCredentials => {
  const provider = providerOf(source);
  return {
    server: experimental.createCertificateProviderServerCredentials(provider, provider, true),
    clientOf: (service) =>
      experimental.createCertificateProviderChannelCredentials(provider, provider, {
        checkServerIdentity: (_host: string, certificate: PeerCertificate) =>
          serviceOf(certificate) === service
            ? undefined
            : new Error(`the server's certificate is not for ${identityUri(service)}`),
      }),
  };
};

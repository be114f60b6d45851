import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createSecureContext } from 'node:tls';
import { addCertificate } from '../observability/certificate-stats.js';
import type { Logger } from '../observability/log.js';

/** PEM: a private key, its certificate (with intermediates) and the authorities that sign the peers' certificates. */
export interface Certificates {
  key: Buffer;
  certificate: Buffer;
  authorities: Buffer;
}

/** Certificates that may be replaced while the process runs. */
export interface CertificateSource {
  current(): Certificates;
  /** Returns a function that removes the listener. */
  onChange(listener: (certificates: Certificates) => void): () => void;
  stop(): void;
}

/** Names as in a Kubernetes Secret of type `kubernetes.io/tls`. */
const files = { key: 'tls.key', certificate: 'tls.crt', authorities: 'ca.crt' } as const;

/** Throws when a file is missing or cut off, or the key does not belong to the certificate. */
const readCertificates = (directory: string): Certificates => {
  const read = (name: string) => readFileSync(join(directory, name));
  const found = {
    key: read(files.key),
    certificate: read(files.certificate),
    authorities: read(files.authorities),
  };
  // Listeners create this context again and must not fail then. It also parses the intermediate certificates.
  createSecureContext({ key: found.key, cert: found.certificate, ca: found.authorities });
  // `createSecureContext` ignores authorities that it cannot parse.
  new X509Certificate(found.authorities);
  return found;
};

const isSame = (a: Certificates, b: Certificates): boolean =>
  a.key.equals(b.key) && a.certificate.equals(b.certificate) && a.authorities.equals(b.authorities);

const expiryOf = ({ certificate }: Certificates): string =>
  new X509Certificate(certificate).validTo;

/** Polling, because Kubernetes replaces a mounted Secret by renaming a link, which file watchers miss. */
const readEveryMs = 10_000;

/**
 * Reads a directory with `tls.key`, `tls.crt` and `ca.crt` and follows its changes. Invalid files are logged and the
 * previous ones stay in use: a rotation replaces the files one after the other.
 */
export const watchCertificates = (
  directory: string,
  { logger, everyMs = readEveryMs }: { logger: Logger; everyMs?: number },
): CertificateSource => {
  let current = readCertificates(directory);
  const listeners = new Set<(certificates: Certificates) => void>();
  const refresh = () => {
    try {
      const found = readCertificates(directory);
      if (isSame(found, current)) return;
      current = found;
    } catch (error) {
      logger.warn({ err: error }, 'certificates not readable, keeping the previous ones');
      return;
    }
    logger.info({ validTo: expiryOf(current) }, 'certificates replaced');
    for (const listener of listeners) listener(current);
  };
  const timer = setInterval(refresh, everyMs);
  timer.unref();
  const removeFromMetrics = addCertificate(() => current.certificate);
  return {
    current: () => current,
    onChange: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    stop: () => {
      clearInterval(timer);
      removeFromMetrics();
    },
  };
};

/** Certificates that do not change. */
export const fixedCertificates = (certificates: Certificates): CertificateSource => ({
  current: () => certificates,
  onChange: () => () => {},
  stop: () => {},
});

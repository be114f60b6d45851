/**
 * Validity of the certificates in use, whose PEM grpc/certificates.ts provides; read by metrics.ts. In a file of its
 * own, because neither of the two loads the other.
 */

import { X509Certificate } from 'node:crypto';

/** Readers of the PEM of each certificate in use. */
const inUse = new Set<() => Buffer>();

/** Returns a function that removes the certificate. */
export const addCertificate = (read: () => Buffer): (() => void) => {
  inUse.add(read);
  return () => inUse.delete(read);
};

/** Fraction of a certificate's lifetime that is left; negative after its end. */
const remainingRatio = (pem: Buffer, now: number): number => {
  const { validFrom, validTo } = new X509Certificate(pem);
  return (Date.parse(validTo) - now) / (Date.parse(validTo) - Date.parse(validFrom));
};

/** The lowest fraction of all certificates; undefined without one. */
export const lowestRemainingRatio = (now: number = Date.now()): number | undefined =>
  inUse.size === 0 ? undefined : Math.min(...[...inUse].map((read) => remainingRatio(read(), now)));

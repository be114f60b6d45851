// tsyringe, which the library uses, requires the polyfill.

import 'reflect-metadata';
import { createPrivateKey, KeyObject, randomBytes, webcrypto } from 'node:crypto';
import * as x509 from '@peculiar/x509';
import { dayMs } from '../durations.js';
import type { Certificates } from '../grpc/certificates.js';
import { identityUri } from '../grpc/peer-identity.js';

type CryptoKey = webcrypto.CryptoKey;

// The same object has one type in Node's and another in the DOM's declarations.
const provider: unknown = webcrypto;
x509.cryptoProvider.set(provider as Parameters<typeof x509.cryptoProvider.set>[1]);

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
const authorityMs = 10 * 365 * dayMs;

const newKeys = () => webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);

/** Positive and unique. */
const newSerial = () => `01${randomBytes(15).toString('hex')}`;

/** Backdated: the clocks of two machines differ, and a test may issue a certificate that has expired. */
const notBefore = () => new Date(Date.now() - 2 * dayMs);

const toPem = (key: CryptoKey): string =>
  KeyObject.from(key).export({ type: 'pkcs8', format: 'pem' }) as string;

const fromPem = (pem: string): Promise<CryptoKey> =>
  webcrypto.subtle.importKey(
    'pkcs8',
    createPrivateKey(pem).export({ type: 'pkcs8', format: 'der' }),
    algorithm,
    false,
    ['sign'],
  );

/** A certificate authority as PEM. */
export interface AuthorityFiles {
  key: string;
  certificate: string;
}

export interface Authority {
  /** A certificate for both ends of a connection, by default valid for 30 days. */
  issue(
    service: string,
    options?: { notAfter?: Date; uris?: readonly string[]; hosts?: readonly string[] },
  ): Promise<Certificates>;
}

export const newAuthority = async (): Promise<AuthorityFiles> => {
  const keys = await newKeys();
  const root = await x509.X509CertificateGenerator.createSelfSigned({
    name: 'CN=Tandem services',
    keys,
    serialNumber: newSerial(),
    notBefore: notBefore(),
    notAfter: new Date(Date.now() + authorityMs),
    signingAlgorithm: algorithm,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign, true),
    ],
  });
  return { key: toPem(keys.privateKey), certificate: `${root.toString('pem')}\n` };
};

export const openAuthority = async (files: AuthorityFiles): Promise<Authority> => {
  const root = new x509.X509Certificate(files.certificate);
  const signingKey = await fromPem(files.key);
  return {
    issue: async (service, { notAfter, uris = [identityUri(service)], hosts = [] } = {}) => {
      const keys = await newKeys();
      const names = [
        ...uris.map((value) => ({ type: 'url' as const, value })),
        ...hosts.map((value) => ({ type: 'dns' as const, value })),
      ];
      const certificate = await x509.X509CertificateGenerator.create({
        subject: `CN=${service}`,
        issuer: root.subject,
        publicKey: keys.publicKey,
        signingKey,
        serialNumber: newSerial(),
        notBefore: notBefore(),
        notAfter: notAfter ?? new Date(Date.now() + 30 * dayMs),
        signingAlgorithm: algorithm,
        extensions: [
          new x509.BasicConstraintsExtension(false, undefined, true),
          new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
          new x509.ExtendedKeyUsageExtension([
            x509.ExtendedKeyUsage.serverAuth,
            x509.ExtendedKeyUsage.clientAuth,
          ]),
          ...(names.length > 0 ? [new x509.SubjectAlternativeNameExtension(names)] : []),
        ],
      });
      return {
        key: Buffer.from(toPem(keys.privateKey)),
        certificate: Buffer.from(`${certificate.toString('pem')}\n`),
        authorities: Buffer.from(files.certificate),
      };
    },
  };
};

/** An authority whose key exists in memory only. */
export const createAuthority = async (): Promise<Authority> => openAuthority(await newAuthority());

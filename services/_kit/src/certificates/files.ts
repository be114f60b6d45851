import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Certificates } from '../grpc/certificates.js';
import { newAuthority, type AuthorityFiles } from './authority.js';

const ownerOnly = 0o600;

/** Replaces the file in one step: readers see the old or the new content. */
const replace = (path: string, content: Buffer | string, mode = ownerOnly) => {
  writeFileSync(`${path}.new`, content, { mode });
  renameSync(`${path}.new`, path);
};

/** Writes the three files that `watchCertificates` reads. */
export const writeCertificates = (
  directory: string,
  certificates: Certificates,
  mode = ownerOnly,
): void => {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  replace(join(directory, 'tls.key'), certificates.key, mode);
  replace(join(directory, 'tls.crt'), certificates.certificate, mode);
  replace(join(directory, 'ca.crt'), certificates.authorities, mode);
};

/** Reads the authority of a directory; creates it in an empty one. */
export const keepAuthority = async (directory: string): Promise<AuthorityFiles> => {
  const [key, certificate] = [join(directory, 'ca.key'), join(directory, 'ca.crt')];
  if (existsSync(certificate)) {
    return { key: readFileSync(key, 'utf8'), certificate: readFileSync(certificate, 'utf8') };
  }
  const files = await newAuthority();
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  replace(key, files.key);
  // Last: its presence marks a complete authority.
  replace(certificate, files.certificate);
  return files;
};

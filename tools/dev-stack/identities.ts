import { join } from 'node:path';
import { createAuthority } from '../../services/_kit/src/certificates/authority.js';
import { writeCertificates } from '../../services/_kit/src/certificates/files.js';
import type { Certificates } from '../../services/_kit/src/grpc/certificates.js';
import { topology } from './topology.js';

export type { Certificates };

/** Longer than any run. */
const runMs = 365 * 24 * 3_600_000;

/**
 * Issues a certificate for each service and writes it to the directory of the service's name. The authority is new in
 * each run and its key is never written.
 */
export const writeIdentities = async (tlsDir: string): Promise<Map<string, Certificates>> => {
  const notAfter = new Date(Date.now() + runMs);
  const authority = await createAuthority();
  const services = [...new Set(topology.map(({ identity }) => identity))];
  const issued = await Promise.all(
    services.map(
      async (service) => [service, await authority.issue(service, { notAfter })] as const,
    ),
  );
  for (const [service, certificates] of issued) {
    writeCertificates(join(tlsDir, service), certificates);
  }
  return new Map(issued);
};

/** A service's identity is the only URI in its certificate's subject alternative names, in the form of a SPIFFE ID. */
export const identityUri = (service: string): string => `spiffe://tandem/${service}`;

const identityPattern = /^URI:spiffe:\/\/tandem\/([a-z][a-z0-9-]*)$/;

/**
 * The service that a verified certificate belongs to; undefined without exactly one identity. Node quotes names that
 * contain separators (CVE-2021-44532), so a forged name cannot pass for a second entry.
 */
export const serviceOf = (certificate: {
  subjectaltname?: string | undefined;
}): string | undefined => {
  const names = (certificate.subjectaltname ?? '').split(', ');
  const uris = names.filter((name) => name.startsWith('URI:'));
  return uris.length === 1 ? identityPattern.exec(uris[0] ?? '')?.[1] : undefined;
};

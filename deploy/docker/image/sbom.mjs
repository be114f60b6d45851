import { join } from 'node:path';
import { manifestOf } from './closure.mjs';

/** @param {string} name @param {string} version */
const packageUrl = (name, version) => `pkg:npm/${name.replace(/^@/, '%40')}@${version}`;

/**
 * The CycloneDX SBOM of an image's packages, without a date or serial number, so that it depends only on
 * the lock file.
 * @param {string} root
 * @param {string} workspace
 * @param {Iterable<string>} folders of the packages in the image
 */
export const sbomOf = (root, workspace, folders) => {
  const own = manifestOf(join(root, workspace));
  const components = [...folders]
    .map((folder) => manifestOf(folder))
    .filter(({ name, version }) => name !== undefined && version !== undefined && name !== own.name)
    .map(({ name = '', version = '', license }) => ({
      type: 'library',
      name,
      version,
      purl: packageUrl(name, version),
      ...(typeof license === 'string' && { licenses: [{ expression: license }] }),
    }))
    .sort((a, b) => (a.purl < b.purl ? -1 : 1));
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: { component: { type: 'application', name: own.name, version: own.version } },
    components,
  };
};

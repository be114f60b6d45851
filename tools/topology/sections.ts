import { renderChartReadme } from './chart-readme.js';
import {
  composeCertificates,
  composeDeclaration,
  composeMongoPasswords,
  composeNatsPasswords,
  composeServices,
  composeVolumes,
} from './compose.js';
import { natsPasswordVariable, renderNatsAuthorization } from './nats.js';
import { chartPolicies, imagePolicies } from './policies.js';
import { processNames, services, streamManifest } from './services.js';

/** A part of a file that is rendered from deploy/services.yaml or from a contract in proto/browser. */
interface Section {
  file: string;
  /** Between `<comment> begin: <name>, …` and `<comment> end: <name>`. */
  name: string;
  render: () => string;
}

const images = services.map(({ name }) => name);

const dockerArtifact = ({ name, kind }: (typeof services)[number]) =>
  kind === 'static'
    ? `docker: { dockerfile: deploy/docker/${name}.Dockerfile }`
    : `docker: { dockerfile: deploy/docker/service.Dockerfile, buildArgs: { SERVICE: ${name} } }`;

const matrix = (names: readonly string[]) => names.map((name) => `- ${name}`).join('\n');

/** The stand-ins that a trial bundles, in one image. */
const standIns = 'auth-emulator';

export const sections: readonly Section[] = [
  { file: 'docker-compose.yml', name: 'services', render: composeServices },
  { file: 'docker-compose.yml', name: 'certificates', render: composeCertificates },
  { file: 'docker-compose.yml', name: 'volumes', render: composeVolumes },
  { file: 'docker-compose.yml', name: 'database passwords', render: composeMongoPasswords },
  { file: 'docker-compose.yml', name: 'broker passwords', render: composeNatsPasswords },
  { file: 'docker-compose.yml', name: 'declaration', render: composeDeclaration },
  {
    file: 'deploy/nats/nats.conf',
    name: 'users',
    render: () => renderNatsAuthorization((user) => `$${natsPasswordVariable(user)}`),
  },
  {
    file: 'skaffold.yaml',
    name: 'artifacts',
    render: () =>
      services
        .map((service) => `- image: tandem/${service.name}\n  ${dockerArtifact(service)}`)
        .join('\n'),
  },
  {
    file: 'skaffold.yaml',
    name: 'image references',
    render: () =>
      images
        .map((name) => {
          const variable = `IMAGE_FULLY_QUALIFIED_tandem_${name.replaceAll('-', '_')}`;
          return `image.references.${name}: '{{.${variable}}}'`;
        })
        .join('\n'),
  },
  { file: '.github/workflows/ci.yaml', name: 'images', render: () => matrix(images) },
  {
    file: '.github/workflows/release.yaml',
    name: 'images',
    render: () => matrix([...images, standIns]),
  },
  {
    file: '.github/workflows/cluster.yaml',
    name: 'images',
    render: () =>
      [
        ...services.map(
          ({ name, kind }) => `build ${name} ${kind === 'static' ? name : 'service'}`,
        ),
        `build ${standIns} emulator`,
      ].join('\n'),
  },
  {
    file: 'deploy/prometheus/prometheus.yaml',
    name: 'targets',
    render: () =>
      services
        .filter(({ kind }) => kind !== 'static')
        .flatMap((service) =>
          processNames(service).map((name) => `- ${name}:${service.probes.port}`),
        )
        .join('\n'),
  },
  { file: 'deploy/docker/web/policies.nginx', name: 'policies', render: imagePolicies },
  { file: 'helm/tandem/templates/_web.tpl', name: 'policies', render: chartPolicies },
  {
    file: 'deploy/docker/mongo/users.js',
    name: 'databases',
    render: () => {
      const names = services.filter(({ needs }) => needs.includes('mongo'));
      return `const services = [${names.map(({ name }) => `'${name}'`).join(', ')}];`;
    },
  },
];

/** Files that are rendered as a whole. */
export const wholeFiles: Readonly<Record<string, () => string>> = {
  'deploy/nats/streams.json': () => JSON.stringify(streamManifest),
  'helm/tandem/README.md': () => renderChartReadme('tandem'),
  'helm/coturn/README.md': () => renderChartReadme('coturn'),
};

const indent = (text: string, by: string) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => (line === '' ? '' : by + line))
    .join('\n');

/** Replaces the content of a section; the begin line's indentation applies to it. */
export const replaceSection = (text: string, { file, name, render }: Section): string => {
  const pattern = new RegExp(
    `^( *)((?:#|//) begin: ${name}, [^\\n]*)\\n[^]*?^ *((?:#|//) end: ${name})$`,
    'm',
  );
  if (!pattern.test(text)) throw new Error(`${file}: no section "${name}"`);
  return text.replace(
    pattern,
    (_all, by: string, begin: string, end: string) =>
      `${by}${begin}\n${indent(render(), by)}\n${by}${end}`,
  );
};

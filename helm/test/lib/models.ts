import { createRequire } from 'node:module';
import ts from 'typescript';
import type { Manifest } from './chart.js';
import { at } from './paths.js';

/** API group → package with its models; the built-in groups are absent. */
const packages: Readonly<Record<string, string>> = {
  'monitoring.coreos.com': '@kubernetes-models/prometheus-operator',
  'gateway.networking.k8s.io': '@kubernetes-models/gateway-api',
  'external-secrets.io': '@kubernetes-models/external-secrets',
  'keda.sh': '@kubernetes-models/keda',
  'cert-manager.io': '@kubernetes-models/cert-manager',
};

/**
 * External Secrets serves only v1 since 0.17. The models for v1 need Node 22; those for Node 20 end with
 * v1beta1, in which the fields that the chart uses are the same. KEDA's models are older than `fallback.behavior`
 * (2.17), which scaling.test.ts checks.
 */
const modelled = (manifest: Manifest): Manifest => {
  const { apiVersion, kind, spec } = manifest;
  if (apiVersion === 'external-secrets.io/v1') {
    return { ...manifest, apiVersion: 'external-secrets.io/v1beta1' };
  }
  if (kind !== 'ScaledObject' || spec.fallback === undefined) return manifest;
  const { behavior: _, ...fallback } = spec.fallback;
  return { ...manifest, spec: { ...spec, fallback } };
};

/** Kinds that the models have in an older version only. A type per line. */
const withoutModel: Readonly<Record<string, string>> = {
  // Gateway API 1.4; https://gateway-api.sigs.k8s.io/reference/spec/#backendtlspolicy
  '@kubernetes-models/gateway-api/gateway.networking.k8s.io/v1/BackendTLSPolicy':
    '{ apiVersion: string; kind: string; metadata: { name: string; namespace?: string; labels?: Record<string, string> }; spec: { targetRefs: { group: string; kind: string; name: string; sectionName?: string }[]; validation: { caCertificateRefs: { group: string; kind: string; name: string }[]; hostname: string } } }',
};

const moduleOf = ({ apiVersion, kind }: Manifest) => {
  const [group, version] = apiVersion.includes('/') ? apiVersion.split('/') : ['', apiVersion];
  const home = packages[group ?? ''] ?? 'kubernetes-models';
  // The models' folders of built-in groups have the short name (apps, batch, policy).
  return [home, group, version, kind].filter(Boolean).join('/');
};

const resolver = createRequire(at('helm/test/package.json'));

/** Whether every API server has the kind, by the models of the built-in groups. */
export const isBuiltIn = (manifest: Manifest): boolean => {
  const path = moduleOf(manifest);
  if (!path.startsWith('kubernetes-models/')) return false;
  try {
    resolver.resolve(path);
    return true;
  } catch {
    return false;
  }
};

/**
 * Compiles manifests as literals of their models' types, so that an unknown, misplaced or mistyped field is a
 * compile error. Returns one line per error, with the object's kind and name.
 */
export const compileAgainstModels = (given: readonly Manifest[]): string[] => {
  const manifests = given.map(modelled);
  const file = at('helm/test/rendered-manifests.ts');
  const types = new Map<string, string>();
  for (const manifest of manifests) {
    const key = moduleOf(manifest);
    if (!types.has(key)) types.set(key, `M${types.size}`);
  }
  const imports = [...types].map(([path, alias]) => {
    const kind = path.slice(path.lastIndexOf('/') + 1);
    const own = withoutModel[path];
    return own ? `type ${alias} = ${own};` : `import type { I${kind} as ${alias} } from '${path}';`;
  });
  const literals = manifests.map(
    (manifest, index) =>
      `export const m${index}: ${types.get(moduleOf(manifest)) ?? 'never'} = ${JSON.stringify(manifest)};`,
  );
  const source = [...imports, ...literals].join('\n');
  const options: ts.CompilerOptions = {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    strict: true,
    skipLibCheck: true,
    noEmit: true,
    types: [],
  };
  const host = ts.createCompilerHost(options);
  const readFile = host.readFile.bind(host);
  const fileExists = host.fileExists.bind(host);
  host.readFile = (name) => (name === file ? source : readFile(name));
  host.fileExists = (name) => name === file || fileExists(name);
  const getSourceFile = host.getSourceFile.bind(host);
  host.getSourceFile = (name, language, ...rest) =>
    name === file
      ? ts.createSourceFile(name, source, language)
      : getSourceFile(name, language, ...rest);
  const program = ts.createProgram([file], options, host);
  const own = program.getSourceFile(file);
  return ts.getPreEmitDiagnostics(program, own).map(({ start = 0, messageText }) => {
    const line = (own?.getLineAndCharacterOfPosition(start).line ?? 0) - imports.length;
    const at = manifests[line];
    const text = ts.flattenDiagnosticMessageText(messageText, ' ');
    return `${at ? `${at.kind}/${at.metadata.name}` : 'models'}: ${text.slice(0, 400)}`;
  });
};

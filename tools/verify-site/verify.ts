import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { compareSite, manifestSchema, type Manifest } from './site.js';

const usage = `npm run verify:site -- <address> <manifest> [--assets <address>]

  Downloads every file of a live site and compares it with the manifest of a release.
  --assets  address of the hashed files, if a CDN serves them
`;

const refuseUsage = (): never => {
  process.stderr.write(usage);
  process.exit(64);
};

const readArguments = () => {
  try {
    return parseArgs({ allowPositionals: true, options: { assets: { type: 'string' } } });
  } catch {
    return refuseUsage();
  }
};

const { positionals, values } = readArguments();
const [site = '', file = ''] = positionals;
if (positionals.length !== 2 || !URL.canParse(site)) refuseUsage();

const readManifest = (): Manifest => {
  try {
    return manifestSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    const fault = isMissing ? 'does not exist' : 'is no manifest of a release';
    process.stderr.write(`${file} ${fault}. A build writes it: web/dist/release.json\n`);
    process.exit(66);
  }
};

const manifest = readManifest();
const differences = await compareSite(manifest, { site, assets: values.assets });
if (differences.length > 0) {
  process.stderr.write(
    `${differences.join('\n')}\n\n${site} differs from release ${manifest.release}\n`,
  );
  process.exitCode = 1;
} else {
  const count = Object.keys(manifest.files).length;
  process.stdout.write(`${site} is release ${manifest.release}: ${count} files are identical\n`);
}

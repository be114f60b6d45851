/**
 * `node tools/bundle/bundle.mjs services/shares gateway`: writes `dist/bundle/main.js` of each compiled workspace, one
 * file with everything that its process imports. Loading a thousand modules one by one took most of a start.
 */

import { join } from 'node:path';
import { build } from 'esbuild';

/**
 * OpenTelemetry patches these packages as they are loaded from node_modules, so a traced process loads them from there.
 * A package that npm installs below the one that needs it is resolved from that one.
 * @type {Record<string, string | undefined>}
 */
const instrumented = { express: undefined, '@grpc/grpc-js': undefined, mongodb: 'mongoose' };

/** Native, and optional dependencies of the database's driver, which nothing here uses. */
const external = [
  'uWebSockets.js',
  ...['@aws-sdk/credential-providers', '@mongodb-js/zstd', 'aws4', 'gcp-metadata', 'kerberos'],
  ...['mongodb-client-encryption', 'snappy', 'socks'],
];

/**
 * The globals that CommonJS packages expect, and the functions that `chooseInstrumented` calls. esbuild does not rename
 * identifiers of our code that collide with them, hence the prefix.
 */
const prelude = `
import { createRequire as bundleCreateRequire } from 'node:module';
import { dirname as bundleDirname } from 'node:path';
import { fileURLToPath as bundlePath } from 'node:url';
const require = bundleCreateRequire(import.meta.url);
const __filename = bundlePath(import.meta.url);
const __dirname = bundleDirname(__filename);
const bundleIsTraced = Boolean(process.env.OTEL_EXPORTER_OTLP_ENDPOINT);
const bundleInstalled = (path, from) =>
  (from ? bundleCreateRequire(require.resolve(from)) : require)(path);
`;

/** @type {import('esbuild').Plugin} */
const chooseInstrumented = {
  name: 'choose-instrumented',
  setup: (bundle) => {
    const filter = new RegExp(`^(${Object.keys(instrumented).join('|')})(/|$)`);
    bundle.onResolve({ filter }, ({ path, resolveDir, namespace }) =>
      namespace === 'choice'
        ? undefined
        : { path, namespace: 'choice', pluginData: { resolveDir } },
    );
    bundle.onLoad({ filter: /./, namespace: 'choice' }, ({ path, pluginData }) => {
      const name = Object.keys(instrumented).find((one) => `${path}/`.startsWith(`${one}/`)) ?? '';
      const [asked, from] = [path, instrumented[name]].map((part) => JSON.stringify(part));
      return {
        contents: `module.exports = bundleIsTraced ? bundleInstalled(${asked}, ${from}) : require(${asked});`,
        resolveDir: /** @type {{resolveDir: string}} */ (pluginData).resolveDir,
      };
    });
  },
};

/** @param {string} folder of the compiled workspace */
const bundle = (folder) =>
  build({
    entryPoints: [join(folder, 'dist/main.js')],
    outfile: join(folder, 'dist/bundle/main.js'),
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    external,
    plugins: [chooseInstrumented],
    banner: { js: prelude },
    // Down to the TypeScript, for a debugger or --enable-source-maps.
    sourcemap: true,
    sourcesContent: false,
    logLevel: 'warning',
  });

for (const folder of process.argv.slice(2)) await bundle(folder);

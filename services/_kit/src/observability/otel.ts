/**
 * `node --import @tandem/kit/otel dist/main.js` enables tracing if OTEL_EXPORTER_OTLP_ENDPOINT is set and loads nothing
 * otherwise. It must run before the program's imports, which the instrumentation patches. ES modules are patched
 * through a loader hook: https://github.com/open-telemetry/opentelemetry-js/issues/4933
 */

import { readFileSync } from 'node:fs';
import { register } from 'node:module';
import { join } from 'node:path';

const workspaceName = (): string => {
  const manifest: unknown = JSON.parse(readFileSync(join(process.cwd(), 'package.json'), 'utf8'));
  const name =
    typeof manifest === 'object' && manifest !== null && 'name' in manifest ? manifest.name : '';
  return String(name).replace(/^@tandem\//, '');
};

/** Modules that the hook wraps; the others load unchanged. */
const instrumented = ['http', 'https', 'express', '@grpc/grpc-js', 'mongodb'];

if (process.env['OTEL_EXPORTER_OTLP_ENDPOINT']) {
  register('@opentelemetry/instrumentation/hook.mjs', import.meta.url, {
    data: { include: instrumented },
  });
  const { startTracing } = await import('../tracing/start.js');
  startTracing(workspaceName());
}

import { readFileSync } from 'node:fs';
import { register } from 'node:module';
import { join } from 'node:path';

/**
 * `node --import @tandem/kit/otel dist/main.js`: tracing, when OTEL_EXPORTER_OTLP_ENDPOINT says where to.
 * Without it nothing is loaded. It has to run before the program, because instrumentation replaces what
 * the program imports.
 */
const workspaceName = (): string => {
  const manifest: unknown = JSON.parse(readFileSync(join(process.cwd(), 'package.json'), 'utf8'));
  const name =
    typeof manifest === 'object' && manifest !== null && 'name' in manifest ? manifest.name : '';
  return String(name).replace(/^@tandem\//, '');
};

/** Only these are wrapped on import; everything else loads as it is. */
const instrumented = ['http', 'https', 'express', '@grpc/grpc-js', 'mongodb'];

if (process.env['OTEL_EXPORTER_OTLP_ENDPOINT']) {
  register('@opentelemetry/instrumentation/hook.mjs', import.meta.url, {
    data: { include: instrumented },
  });
  const { startTracing } = await import('../tracing/start.js');
  startTracing(workspaceName());
}

import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { ExpressInstrumentation, ExpressLayerType } from '@opentelemetry/instrumentation-express';
import { GrpcInstrumentation } from '@opentelemetry/instrumentation-grpc';
import { HttpInstrumentation } from '@opentelemetry/instrumentation-http';
import { MongoDBInstrumentation } from '@opentelemetry/instrumentation-mongodb';
import { NodeSDK } from '@opentelemetry/sdk-node';
import { BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { isOpsRequest } from '../observability/ops-paths.js';
import { redaction } from './redact.js';
import { onFlush } from './spans.js';

/**
 * Starts tracing, configured by OpenTelemetry's environment variables (endpoint, sampler, resource attributes). Spans
 * only: metrics are scraped and logs go to stdout.
 */
export const startTracing = (serviceName: string): void => {
  process.env['OTEL_METRICS_EXPORTER'] ??= 'none';
  process.env['OTEL_LOGS_EXPORTER'] ??= 'none';
  const exporting = new BatchSpanProcessor(new OTLPTraceExporter());
  const sdk = new NodeSDK({
    serviceName: process.env['OTEL_SERVICE_NAME'] ?? serviceName,
    spanProcessors: [redaction, exporting],
    instrumentations: [
      new HttpInstrumentation({
        ignoreIncomingRequestHook: ({ url }) => isOpsRequest(url),
        requireParentforOutgoingSpans: true,
      }),
      new ExpressInstrumentation({
        ignoreLayersType: [ExpressLayerType.MIDDLEWARE, ExpressLayerType.ROUTER],
      }),
      new GrpcInstrumentation({ ignoreGrpcMethods: [/grpc\.health/i] }),
      new MongoDBInstrumentation({ dbStatementSerializer: () => '' }),
    ],
  });
  sdk.start();
  onFlush(() => exporting.forceFlush());
};

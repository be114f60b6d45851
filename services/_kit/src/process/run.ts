import { createLogger, type Logger } from '../observability/log.js';
import { createRegistry, serveOps, type Registry } from '../observability/metrics.js';
import { createSecurityLog, describeSettings } from '../observability/security-events.js';
import { flushTraces } from '../tracing/spans.js';
import { ConfigError, configExitCode } from './config.js';
import { describeConnections } from './connections.js';
import { createReadiness, type Readiness } from './readiness.js';

export interface ServiceContext {
  /** Name of the service, e.g. `audit`. */
  name: string;
  logger: Logger;
  registry: Registry;
  /** Registers a stop function. They run in reverse order of registration: the server first, the database last. */
  onStop: (label: string, stop: () => Promise<void> | void) => void;
  /** The process is ready while it lacks nothing. */
  readiness: Readiness;
}

interface BaseConfig {
  NODE_ENV: string;
  LOG_LEVEL: string;
  HOST: string;
  METRICS_PORT: number;
}

/** Maximum duration of a graceful stop; below Kubernetes' default terminationGracePeriodSeconds of 30. */
export const stopDeadlineMs = 25_000;

/** Undefined for an invalid environment, which it reports. */
const readOrReport = <Config>(name: string, readConfig: () => Config): Config | undefined => {
  try {
    return readConfig();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`${name}: ${error.message}\n`);
    process.exitCode = configExitCode;
    return undefined;
  }
};

const createStops = (logger: Logger) => {
  const stops: { label: string; stop: () => Promise<void> | void }[] = [];
  return {
    add: (label: string, stop: () => Promise<void> | void): void => {
      stops.push({ label, stop });
    },
    /** Stops every part, even if others fail to stop. */
    run: async (): Promise<void> => {
      for (const { label, stop } of stops.reverse()) {
        try {
          await stop();
        } catch (error) {
          logger.error({ err: error, part: label }, 'part failed to stop');
        }
      }
      await flushTraces();
    },
  };
};

const onProcessEvents = (
  logger: Logger,
  { onSignal, onFatal }: { onSignal: (name: string) => void; onFatal: (cause: string) => void },
): void => {
  process.once('SIGTERM', onSignal);
  process.once('SIGINT', onSignal);
  const fail = (cause: string) => (error: unknown) => {
    logger.fatal({ err: error }, cause);
    onFatal(cause);
  };
  process.on('uncaughtException', fail('uncaught exception'));
  process.on('unhandledRejection', fail('unhandled rejection'));
};

/**
 * Lifecycle of a service: configuration → start → ready → signal → drain → exit.
 * Exit codes: 0 after a signal, 78 for an invalid environment, 1 for any other error and for a signal during the start.
 */
export const runService = async <Config extends BaseConfig>(
  name: string,
  readConfig: () => Config,
  start: (config: Config, context: ServiceContext) => Promise<void>,
): Promise<void> => {
  const config = readOrReport(name, readConfig);
  if (config === undefined) return;
  const logger = createLogger(name, config.LOG_LEVEL);
  const registry = createRegistry(name);
  const stops = createStops(logger);
  const readiness = createReadiness(logger);
  let state: 'starting' | 'ready' | 'stopping' = 'starting';
  const isStarting = () => state === 'starting';

  const shutDown = (cause: string, exitCode: number) => {
    if (state === 'stopping') return;
    const missing = readiness.missing();
    if (isStarting() && missing.length > 0) logger.error({ cause, missing }, 'gave up starting');
    state = 'stopping';
    readiness.stop();
    logger.info({ cause }, 'stopping');
    setTimeout(() => {
      logger.error('stop deadline passed');
      process.exit(1);
    }, stopDeadlineMs).unref();
    void stops.run().then(() => {
      logger.info('stopped');
      process.exit(exitCode);
    });
  };
  onProcessEvents(logger, {
    // A signal during the start means that it took too long for Kubernetes' startup probe or Compose's health check.
    onSignal: (signal) => shutDown(signal, isStarting() ? 1 : 0),
    onFatal: (cause) => shutDown(cause, 1),
  });

  logger.info({ connections: describeConnections(config) }, 'starting');
  try {
    const ops = await serveOps({
      host: config.HOST,
      port: config.METRICS_PORT,
      registry,
      isServing: () => state === 'ready',
      missing: () => [...(state === 'ready' ? [] : [state]), ...readiness.missing()],
    });
    stops.add('ops', () => ops.stop());
    await start(config, { name, logger, registry, onStop: stops.add, readiness });
    // False after a signal during the start.
    if (isStarting()) {
      state = 'ready';
      createSecurityLog(logger, registry).record('sys_startup', {
        settings: describeSettings(config),
      });
      logger.info({ opsPort: ops.port }, 'ready');
    }
  } catch (error) {
    logger.fatal({ err: error }, 'failed to start');
    shutDown('failed to start', 1);
  }
};

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

/**
 * Lifecycle of a service: configuration → start → ready → signal → drain → exit.
 * Exit codes: 0 after a signal, 78 for an invalid environment, 1 for any other error and for a signal during the start.
 */
export const runService = async <Config extends BaseConfig>(
  name: string,
  readConfig: () => Config,
  start: (config: Config, context: ServiceContext) => Promise<void>,
): Promise<void> => {
  let config: Config;
  try {
    config = readConfig();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`${name}: ${error.message}\n`);
    process.exitCode = configExitCode;
    return;
  }

  const logger = createLogger(name, config.LOG_LEVEL);
  const registry = createRegistry(name);
  const stops: { label: string; stop: () => Promise<void> | void }[] = [];
  const readiness = createReadiness(logger);
  let state: 'starting' | 'ready' | 'stopping' = 'starting';

  const stopAll = async () => {
    for (const { label, stop } of stops.reverse()) {
      try {
        await stop();
      } catch (error) {
        logger.error({ err: error, part: label }, 'part failed to stop');
      }
    }
    await flushTraces();
  };
  const shutDown = (cause: string, exitCode: number) => {
    if (state === 'stopping') return;
    const missing = readiness.missing();
    if (state === 'starting' && missing.length > 0) {
      logger.error({ cause, missing }, 'gave up starting');
    }
    state = 'stopping';
    readiness.stop();
    logger.info({ cause }, 'stopping');
    setTimeout(() => {
      logger.error('stop deadline passed');
      process.exit(1);
    }, stopDeadlineMs).unref();
    void stopAll().then(() => {
      logger.info('stopped');
      process.exit(exitCode);
    });
  };
  // A signal during the start means that it took too long for Kubernetes' startup probe or Compose's health check.
  const exitCodeOfSignal = () => (state === 'starting' ? 1 : 0);
  process.once('SIGTERM', () => shutDown('SIGTERM', exitCodeOfSignal()));
  process.once('SIGINT', () => shutDown('SIGINT', exitCodeOfSignal()));
  process.on('uncaughtException', (error) => {
    logger.fatal({ err: error }, 'uncaught exception');
    shutDown('uncaught exception', 1);
  });
  process.on('unhandledRejection', (error) => {
    logger.fatal({ err: error }, 'unhandled rejection');
    shutDown('unhandled rejection', 1);
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
    stops.push({ label: 'ops', stop: () => ops.stop() });
    await start(config, {
      name,
      logger,
      registry,
      onStop: (label, stop) => stops.push({ label, stop }),
      readiness,
    });
    // A signal during start-up has already set `stopping`.
    if ((state as string) === 'starting') {
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

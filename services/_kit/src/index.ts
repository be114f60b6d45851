export { baseConfig, ConfigError, configExitCode, env, loadConfig } from './config.js';
export { ServiceError, errorCodes, type ErrorCode } from './errors.js';
export { parseKeyring, type Keyring } from './keyring.js';
export { createLogger, silentLogger, type Logger } from './log.js';
export {
  counter,
  createRegistry,
  gauge,
  histogram,
  latencyBuckets,
  Registry,
  serveOps,
  type OpsServer,
} from './metrics.js';
export { subscriberOf } from './network.js';
export {
  currentRequest,
  requestContextFrom,
  requestLogFields,
  runInRequest,
  type RequestContext,
} from './request-context.js';
export { startRepeating, type Repeating } from './repeat.js';
export { runService, type ServiceContext } from './run.js';
export { signClaims, verifyClaims } from './tokens.js';
export { parseRequest } from './validate.js';
export { inSpan, type SpanOptions } from './tracing/spans.js';

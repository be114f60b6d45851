export {
  baseConfig,
  ConfigError,
  configExitCode,
  env,
  loadConfig,
  missingInProduction,
  type PresentVariables,
} from './process/config.js';
export { dropOldest } from './drop-oldest.js';
export { dayMs, hourMs } from './durations.js';
export { ServiceError, failureFields, type ErrorCode } from './errors.js';
export { signAssertion } from './security/assertions.js';
export {
  publicKeysOf,
  rawPublicKey,
  signingKeys,
  verificationKeys,
  type SigningKeys,
  type VerificationKeys,
} from './security/ed25519.js';
export { isKeyId, parseKeyring, type Keyring } from './security/keyring.js';
export { createLineLimit } from './observability/line-limit.js';
export { createLogger, silentLogger, type Logger } from './observability/log.js';
export { counter, createRegistry, gauge, histogram, Registry } from './observability/metrics.js';
export {
  createSecurityLog,
  type SecurityEvent,
  type SecurityLog,
} from './observability/security-events.js';
export {
  coarseNetwork,
  isPlainHttp,
  networkDigest,
  networkKey,
  normaliseAddress,
} from './network.js';
export {
  currentRequest,
  requestContextFrom,
  runInRequest,
  traceparentPattern,
} from './observability/request-context.js';
export { createBatcher } from './process/batcher.js';
export { startPeriodicTask, type PeriodicTask } from './process/periodic-task.js';
export { startDeadlineMs } from './process/readiness.js';
export { conflict, retryOnConflict } from './process/retry-on-conflict.js';
export { runService } from './process/run.js';
export { createSessionRecheck, sessionRecheckMs } from './parts/session-recheck.js';
export { signClaims, verifyClaims } from './security/signed-claims.js';
export {
  createAdmission,
  createTurns,
  overloaded,
  runWithPermit,
  yieldPlaceAfter,
  yieldPlaceWhile,
  type Admission,
  type Criticality,
  type Turns,
} from './overload/index.js';
export { parseRequest } from './validate.js';
export { inSpan } from './tracing/spans.js';

/** What can end a transfer. The engine names it; the words for people are the app's own. */
import type { EngineError, FailureCode, FailureFacts } from '../api.js';

export type { FailureCode } from '../api.js';

export function engineError(code: FailureCode, facts: FailureFacts = {}): EngineError {
  return { ...facts, code };
}

/** A failure inside the engine; carries what the snapshot will show. Its message is for developers. */
export class EngineFailure extends Error {
  readonly code: FailureCode;
  readonly facts: FailureFacts;

  constructor(code: FailureCode, facts: FailureFacts = {}, options?: ErrorOptions) {
    super(code, options);
    this.name = 'EngineFailure';
    this.code = code;
    this.facts = facts;
  }
}

/** Anything thrown → what a session reports. Unknown errors never leak their text. */
export function toEngineError(cause: unknown, fallback: FailureCode = 'unexpected'): EngineError {
  if (cause instanceof EngineFailure) return engineError(cause.code, cause.facts);
  return engineError(fallback);
}

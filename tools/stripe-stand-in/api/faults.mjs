/** A refusal in the provider's own shape: `{error: {type, code, message, param, …}}`. */
export class StripeFault extends Error {
  /**
   * @param {number} status
   * @param {{type: string, message: string, code?: string, param?: string, decline_code?: string,
   *   payment_intent?: unknown}} error
   */
  constructor(status, error) {
    super(error.message);
    this.name = 'StripeFault';
    this.status = status;
    this.error = error;
  }
}

/** @param {string} message @param {string} [param] @param {string} [code] */
export const invalid = (message, param, code) =>
  new StripeFault(400, {
    type: 'invalid_request_error',
    message,
    ...(param ? { param } : {}),
    ...(code ? { code } : {}),
  });

/** @param {string} param */
export const unknownParam = (param) =>
  invalid(`Received unknown parameter: ${param}`, param, 'parameter_unknown');

/** @param {string} param */
export const missingParam = (param) =>
  invalid(`Missing required param: ${param}.`, param, 'parameter_missing');

/** @param {string} kind @param {string} id */
export const noSuch = (kind, id) =>
  new StripeFault(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${kind}: '${id}'`,
    param: 'id',
  });

/** @param {string} method @param {string} path */
export const unknownUrl = (method, path) =>
  new StripeFault(404, {
    type: 'invalid_request_error',
    message: `Unrecognized request URL (${method}: ${path}). This stand-in does not know the endpoint.`,
  });

/** @param {string} message */
export const unauthorized = (message) =>
  new StripeFault(401, { type: 'invalid_request_error', message });

/** @param {string} message @param {string} code @param {string} declineCode @param {unknown} intent */
export const cardFault = (message, code, declineCode, intent) =>
  new StripeFault(402, {
    type: 'card_error',
    code,
    decline_code: declineCode,
    message,
    payment_intent: intent,
  });

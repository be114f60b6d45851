export interface StripeError {
  type: string;
  message: string;
  code?: string;
  param?: string;
  decline_code?: string;
  payment_intent?: unknown;
}

/** An error response in Stripe's format: `{error: {type, code, message, param, …}}`. */
export class StripeFault extends Error {
  override readonly name = 'StripeFault';
  readonly status: number;
  readonly error: StripeError;

  constructor(status: number, error: StripeError) {
    super(error.message);
    this.status = status;
    this.error = error;
  }
}

export const invalid = (message: string, param?: string, code?: string): StripeFault =>
  new StripeFault(400, {
    type: 'invalid_request_error',
    message,
    ...(param ? { param } : {}),
    ...(code ? { code } : {}),
  });

export const unknownParam = (param: string): StripeFault =>
  invalid(`Received unknown parameter: ${param}`, param, 'parameter_unknown');

export const missingParam = (param: string): StripeFault =>
  invalid(`Missing required param: ${param}.`, param, 'parameter_missing');

export const noSuch = (kind: string, id: string): StripeFault =>
  new StripeFault(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${kind}: '${id}'`,
    param: 'id',
  });

export const unknownUrl = (method: string, path: string): StripeFault =>
  new StripeFault(404, {
    type: 'invalid_request_error',
    message: `Unrecognized request URL (${method}: ${path}). The stand-in does not implement it.`,
  });

export const unauthorized = (message: string): StripeFault =>
  new StripeFault(401, { type: 'invalid_request_error', message });

export const cardFault = (
  message: string,
  code: string,
  declineCode: string,
  intent: unknown,
): StripeFault =>
  new StripeFault(402, {
    type: 'card_error',
    code,
    decline_code: declineCode,
    message,
    payment_intent: intent,
  });

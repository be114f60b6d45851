import type { z } from 'zod';
import { ServiceError } from './errors.js';

/**
 * Validates a request. The first issue becomes `invalid-argument` with the stable reason `invalid-<field>`. The error
 * never contains the value, which may be a secret.
 */
export const parseRequest = <Schema extends z.ZodType>(
  schema: Schema,
  request: unknown,
): z.infer<Schema> => {
  const result = schema.safeParse(request);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const field = issue?.path.join('.') ?? '';
  const reason = field.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  throw new ServiceError(
    'invalid-argument',
    reason ? `invalid-${reason}` : 'invalid-request',
    `${field || 'request'}: ${issue?.message ?? 'not valid'}`,
  );
};

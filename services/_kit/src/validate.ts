import type { z } from 'zod';
import { ServiceError } from './errors.js';

/**
 * Check a request at a service's door. The first fault becomes `invalid-argument` with the stable reason
 * `invalid-<field>`; values are never repeated, because a value may be a secret.
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

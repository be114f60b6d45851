import { z } from 'zod';
import { expectedAccountHeader, expectedAccountQuery } from '../headers.js';
import { uid } from './fields.js';

/**
 * The account that a page shows. A call with the credential of another account is refused with `other-account` (409); one
 * that names no account is accepted.
 */
export const expectedAccountHeaders = z.object({ [expectedAccountHeader]: uid.optional() });

/** Query of the stream of changes. */
export const changesQuery = z.strictObject({ [expectedAccountQuery]: uid.optional() });

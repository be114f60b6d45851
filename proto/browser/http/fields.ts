import { z } from 'zod';
import { maxPage, maxSearchLength } from '../limits.js';

/** Fields of several requests. Every string is bounded. Objects refuse unknown fields, except in reports (`shares.ts`). */
export const uid = z.string().regex(/^[\w.:-]{1,128}$/);
export const shareId = z.string().regex(/^[\w-]{1,64}$/);
export const idToken = z.string().min(1).max(4096);
export const password = z.string().max(256);
export const grant = z.string().min(1).max(2048);
export const isoDate = z.iso.datetime();

/** An instant of a request, with `Z` or an offset. */
export const instant = z.iso.datetime({ offset: true }).transform((text) => new Date(text));

/** A positive integer in a query string. */
export const countUpTo = (max: number) =>
  z
    .string()
    .regex(/^[1-9]\d{0,5}$/)
    .transform(Number)
    .pipe(z.number().max(max));

/** Query of a list: newest rows first, older than `before`, the `createdAt` of the last row seen. */
export const pageQuery = (maxRows: number) =>
  z.strictObject({ limit: countUpTo(maxRows).optional(), before: instant.optional() });

/** Query of a list that the server searches, sorts and divides into pages. */
export const searchQuery = <Sort extends readonly [string, ...string[]]>(
  maxRows: number,
  sortings: Sort,
) =>
  z.strictObject({
    limit: countUpTo(maxRows).optional(),
    search: z.string().max(maxSearchLength).optional(),
    sort: z.enum(sortings).optional(),
    order: z.enum(['asc', 'desc']).optional(),
    page: countUpTo(maxPage).optional(),
  });

/** Query of an own record or list; `userId` is the caller's own uid unless the caller is an admin. */
export const userQuery = z.strictObject({ userId: uid.optional() });
export type UserParams = z.input<typeof userQuery>;

/** Body of a request that may carry its credential itself. */
export const tokenBody = z.strictObject({ idToken: idToken.optional() });

export type TokenBody = z.input<typeof tokenBody>;

/** Body of an answer without data. */
export const done = z.strictObject({ success: z.literal(true) });
export type Done = z.infer<typeof done>;

/** A query as browsers pass it: numbers are allowed, because they become text in the URL. */
export type Params<Query extends z.ZodType> = {
  [Name in keyof z.input<Query>]: z.input<Query>[Name] | number;
};

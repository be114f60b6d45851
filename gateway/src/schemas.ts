import { z } from 'zod';

/** Pieces that several calls share. Every string is bounded, every object refuses unknown fields. */
export const uid = z.string().regex(/^[\w.:-]{1,128}$/);
export const shareId = z.string().regex(/^[\w-]{1,64}$/);
export const idToken = z.string().min(1).max(4096);
export const password = z.string().max(256);
export const grant = z.string().min(1).max(2048);
export const isoDate = z.iso.datetime();
export const subscriptionStatus = z.enum(['free', 'active', 'proforever']);

/** A positive integer written in a query string. */
export const countIn = (max: number) =>
  z
    .string()
    .regex(/^[1-9]\d{0,5}$/)
    .transform(Number)
    .pipe(z.number().max(max));

/** Only rows older than this instant: the `createdAt` of the last row of the page before. */
export const before = z.iso.datetime({ offset: true }).transform((text) => new Date(text));

export const userQuery = z.strictObject({ userId: uid.optional() });
export const shareParams = z.strictObject({ shareId });
export const tokenBody = z.strictObject({ idToken: idToken.optional() });

export const done = z.strictObject({ success: z.literal(true) });
export const success = { success: true } as const;

/** Protobuf dates may be absent on the wire; where a row always has one, absence is a bug. */
export const iso = (date: Date | undefined): string => {
  if (!date) throw new Error('a date is missing in a service answer');
  return date.toISOString();
};

export const isoOrNull = (date: Date | undefined): string | null => date?.toISOString() ?? null;

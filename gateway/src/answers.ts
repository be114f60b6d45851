import type { Done } from '@tandem/proto/browser/http/fields';

export const success: Done = { success: true };

/** Protobuf dates are optional; where a row always has one, absence is a bug. */
export const iso = (date: Date | undefined): string => {
  if (!date) throw new Error('a date is missing in a service answer');
  return date.toISOString();
};

export const isoOrNull = (date: Date | undefined): string | null => date?.toISOString() ?? null;

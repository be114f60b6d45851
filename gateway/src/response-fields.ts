import type { Done } from '@tandem/proto/browser/http/fields';

export const success: Done = { success: true };

/** Protobuf messages are optional fields; a missing date that every row has is a bug. */
export const iso = (date: Date | undefined): string => {
  if (!date) throw new Error('a service reply lacks a date');
  return date.toISOString();
};

export const isoOrNull = (date: Date | undefined): string | null => date?.toISOString() ?? null;

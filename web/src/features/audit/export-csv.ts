import type { UserParams } from '@tandem/proto/browser/http/fields';
import { callApi } from '../../lib/http/http.js';

/** `2026-11-20T10-05-00`: sortable, and valid in file names on every system. */
const timestamp = (now: Date): string =>
  now.toISOString().replace(/\..*$/, '').replaceAll(':', '-');

export const exportFilename = (now: Date): string => `audit-logs-${timestamp(now)}.csv`;

const save = (blob: Blob, filename: string): void => {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = filename;
  link.click();
  // The browser reads the URL after the click event.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
};

/** Saves the whole log as CSV. Rejects when the request fails. */
export const exportAuditLogs = async (uid: string): Promise<void> => {
  const params = { userId: uid } satisfies UserParams;
  const response = await callApi('/audit-logs/export', { params });
  save(await response.blob(), exportFilename(new Date()));
};

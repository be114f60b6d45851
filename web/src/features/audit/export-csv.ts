import type { ExportAuditLogParams } from '@tandem/proto/browser/http/audit';
import { saveFile } from '../../lib/browser/save-file.js';
import { callApi } from '../../lib/http/http.js';
import { rememberedHead } from './head/remembered-head.js';

/** `2026-11-20T10-05-00`: sortable, and valid in file names on every system. */
const timestamp = (now: Date): string =>
  now.toISOString().replace(/\..*$/, '').replaceAll(':', '-');

export const exportFilename = (now: Date): string => `audit-logs-${timestamp(now)}.csv`;

/** Saves the whole log as CSV, with proofs since the remembered head. Rejects when the request fails. */
export const exportAuditLogs = async (uid: string): Promise<void> => {
  const fromSize = rememberedHead(uid)?.head.size;
  const params = {
    userId: uid,
    ...(fromSize !== undefined && { fromSize: String(fromSize) }),
  } satisfies ExportAuditLogParams;
  const response = await callApi('/audit-logs/export', { params });
  saveFile(await response.blob(), exportFilename(new Date()));
};

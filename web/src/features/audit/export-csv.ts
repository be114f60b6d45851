import type { ExportAuditLogParams } from '@tandem/proto/browser/http/audit';
import { saveFile } from '../../lib/browser/save-file.js';
import { callApi } from '../../lib/http/http.js';
import type { LogFault } from './head/api.js';
import { checkExportedHead } from './head/exported-head.js';
import { rememberedHead } from './head/remembered-head.js';

/** `2026-11-20T10-05-00`: sortable, and valid in file names on every system. */
const timestamp = (now: Date): string =>
  now.toISOString().replace(/\..*$/, '').replaceAll(':', '-');

export const exportFilename = (now: Date): string => `audit-logs-${timestamp(now)}.csv`;

/**
 * Saves the whole log as CSV, with proofs since the remembered head and since saved ones. Resolves to what is wrong with
 * the head in it. Rejects when the request fails.
 */
export const exportAuditLogs = async (uid: string): Promise<LogFault | null> => {
  const remembered = rememberedHead(uid);
  const params = {
    userId: uid,
    ...(remembered && { fromSize: String(remembered.head.size) }),
    ...(remembered?.savedSizes && { earlierSizes: remembered.savedSizes.join(',') }),
  } satisfies ExportAuditLogParams;
  const response = await callApi('/audit-logs/export', { params });
  const csv = await response.blob();
  saveFile(csv, exportFilename(new Date()));
  // Without an earlier head the export proves nothing to this browser.
  return remembered && checkExportedHead(uid, await csv.text(), remembered);
};

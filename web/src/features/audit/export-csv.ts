import type { ExportAuditLogParams } from '@tandem/proto/browser/http/audit';
import { checkSession } from '../../lib/account/session.js';
import { saveFile } from '../../lib/browser/save-file.js';
import { ApiError, callApi } from '../../lib/http/http.js';
import type { LogFault } from './head/api.js';
import { checkExportedHead } from './head/exported-head.js';
import { rememberedHead } from './head/remembered-head.js';

/** `2026-11-20T10-05-00`: sortable, and valid in file names on every system. */
const timestamp = (now: Date): string =>
  now.toISOString().replace(/\..*$/, '').replaceAll(':', '-');

export const exportFilename = (now: Date): string => `audit-logs-${timestamp(now)}.csv`;

const download = (params: ExportAuditLogParams): Promise<Response> =>
  callApi('/audit-logs/export', { params });

/** Again once the session is open, if the browser has lost its cookie: no other call of the page may notice it. */
const downloadInSession = async (params: ExportAuditLogParams): Promise<Response> => {
  try {
    return await download(params);
  } catch (error) {
    if (!(error instanceof ApiError) || error.failure.status !== 401) throw error;
    await checkSession(error.failure.reason === 'revoked-session');
    return download(params);
  }
};

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
  const response = await downloadInSession(params);
  const csv = await response.blob();
  saveFile(csv, exportFilename(new Date()));
  // Without an earlier head the export proves nothing to this browser.
  return remembered && checkExportedHead(uid, await csv.text(), remembered);
};

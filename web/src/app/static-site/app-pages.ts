import { texts as adminTexts } from '../../features/admin/texts.js';
import { texts as auditTexts } from '../../features/audit/texts.js';
import { texts as authTexts } from '../../features/auth/texts.js';
import { texts as billingTexts } from '../../features/billing/texts.js';
import { texts as helpTexts } from '../../features/help/texts.js';
import { texts as settingsTexts } from '../../features/settings/texts.js';
import { paths } from '../../lib/paths.js';
import type { PageDescription } from './link-preview.js';
import { texts } from './texts.js';

/** The pages that need the app's script, with the titles that the app gives them. */
export const appPages = (
  product: string,
  hasPayments: boolean,
): ReadonlyMap<string, PageDescription> => {
  const page = (title: string, description: string): PageDescription => ({
    title: `${title} – ${product}`,
    description,
  });
  const selling = [paths.subscribe, paths.upgrade].map(
    (path) => [path, page(billingTexts.title, texts.upgrade)] as const,
  );
  const management = hasPayments ? adminTexts.management.title : adminTexts.withoutPayments.manage;
  return new Map([
    [paths.login, page(authTexts.signInTab, texts.login)],
    ...(hasPayments ? selling : []),
    [paths.auditLogs, page(auditTexts.title, texts.auditLogs)],
    [paths.settings, page(settingsTexts.title, texts.settings)],
    [paths.help, page(helpTexts.title, texts.help)],
    [paths.admin, page(adminTexts.dashboard.title, texts.admin)],
    [paths.adminDashboard, page(adminTexts.dashboard.title, texts.admin)],
    [paths.adminSubscriptions, page(management, texts.admin)],
    [paths.adminLog, page(adminTexts.log.title, texts.admin)],
  ]);
};

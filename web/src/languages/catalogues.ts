/**
 * The catalogues of a language: their names in `defineTexts`, and the shapes that translations must have. A text that a
 * language lacks, or that English no longer has, is a type error in that language's file.
 */

import type { antdTexts } from '../app/shell/antd/antd-provider.js';
import type { texts as staticSite } from '../app/static-site/texts.js';
import type { texts as app } from '../app/texts.js';
import type { texts as connection } from '../components/connection/texts.js';
import type { texts as languageMenu } from '../components/language/texts.js';
import type { texts as receipt } from '../components/receipt/texts.js';
import type { texts as site } from '../components/site/texts.js';
import type { texts as tables } from '../components/tables/texts.js';
import type { texts as components } from '../components/texts.js';
import type { texts as signOut } from '../components/toast/sign-out-texts.js';
import type { texts as admin } from '../features/admin/texts.js';
import type { texts as audit } from '../features/audit/texts.js';
import type { expiredTexts } from '../features/auth/confirm/texts.js';
import type { texts as auth } from '../features/auth/texts.js';
import type { texts as billing } from '../features/billing/texts.js';
import type { texts as dashboard } from '../features/dashboard/texts.js';
import type { texts as help } from '../features/help/texts.js';
import type { texts as marketing } from '../features/marketing/texts.js';
import type { texts as settings } from '../features/settings/texts.js';
import type { receiverTexts } from '../features/share-page/panel/texts.js';
import type { awayTexts } from '../features/share-page/receive/away/texts.js';
import type { savingTexts } from '../features/share-page/receive/texts.js';
import type { recipientTexts, senderTexts } from '../features/share-page/send/texts.js';
import type { texts as sharePage } from '../features/share-page/texts.js';
import type { texts as files } from '../lib/files/texts.js';
import type { texts as notices } from '../lib/notices/texts.js';
import type { sentences } from '../lib/texts/failure-texts.js';
import type { formats } from '../lib/texts/format.js';
import type { paymentPending } from '../lib/texts/payment-texts.js';
import type { givenPlanNames } from '../lib/texts/plan-names.js';
import type { policyTexts } from '../lib/texts/policy.js';
import type { refusals } from '../lib/texts/refusals.js';
import type { texts as general } from '../lib/texts/texts.js';

/** The same keys and parameters, with any text. */
type Shape<Texts> = Texts extends string
  ? string
  : Texts extends (...values: infer Values) => infer Result
    ? (...values: Values) => Shape<Result>
    : Texts extends readonly (infer Item)[]
      ? readonly Shape<Item>[]
      : Texts extends object
        ? { [Key in keyof Texts]: Shape<Texts[Key]> }
        : Texts;

/** Texts of the recipient's page, and of what every page loads. */
export interface RecipientCatalogues {
  app: Shape<typeof app>;
  components: Shape<typeof components>;
  connection: Shape<typeof connection>;
  failures: Shape<typeof sentences>;
  files: Shape<typeof files>;
  formats: typeof formats;
  general: Shape<typeof general>;
  language: Shape<typeof languageMenu>;
  notices: Shape<typeof notices>;
  receipt: Shape<typeof receipt>;
  refusals: typeof refusals;
  'share-page': Shape<typeof sharePage>;
  'share-page-away': Shape<typeof awayTexts>;
  'share-page-receiver': Shape<typeof receiverTexts>;
  'share-page-recipient': Shape<typeof recipientTexts>;
  'share-page-saving': Shape<typeof savingTexts>;
  'share-page-sender': Shape<typeof senderTexts>;
}

/** Texts of all other pages. */
export interface AppCatalogues {
  admin: Shape<typeof admin>;
  antd: typeof antdTexts;
  audit: Shape<typeof audit>;
  auth: Shape<typeof auth>;
  billing: Shape<typeof billing>;
  dashboard: Shape<typeof dashboard>;
  'expired-session': Shape<typeof expiredTexts>;
  help: Shape<typeof help>;
  marketing: Shape<typeof marketing>;
  'payment-pending': Shape<typeof paymentPending>;
  'plan-names': Shape<typeof givenPlanNames>;
  policy: Shape<typeof policyTexts>;
  settings: Shape<typeof settings>;
  'sign-out': Shape<typeof signOut>;
  site: Shape<typeof site>;
  'static-site': Shape<typeof staticSite>;
  tables: Shape<typeof tables>;
}

export type Catalogues = RecipientCatalogues & AppCatalogues;

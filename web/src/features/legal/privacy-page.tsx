import { LegalPage } from './legal-page.js';
import { privacyPolicy } from './privacy.js';

/** /privacy */
export default function PrivacyPage() {
  return <LegalPage write={privacyPolicy} />;
}

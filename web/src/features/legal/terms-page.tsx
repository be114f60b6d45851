import { LegalPage } from './legal-page.js';
import { termsOfService } from './terms.js';

/** /terms */
export default function TermsPage() {
  return <LegalPage write={termsOfService} />;
}

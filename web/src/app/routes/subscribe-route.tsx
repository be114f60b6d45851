import { SubscribePage } from '../../features/billing/subscribe-page.js';
import { useHasPayments } from '../../lib/http/use-config.js';
import { NotFoundPage } from './not-found-page.js';

/** /subscribe for signed-in users; without payments there is no such page. */
export default function SubscribeRoute() {
  return useHasPayments() ? <SubscribePage /> : <NotFoundPage />;
}

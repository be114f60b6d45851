import { useRef, useState } from 'react';
import type { Failure } from '../../components/page/failure-notice.js';
import { toast } from '../../components/toast/index.js';
import { getIdToken } from '../../lib/account/session.js';
import { useSignedInUser, type SubscriptionStatus } from '../../lib/account/user-api.js';
import { messageOf } from '../../lib/http/http.js';
import { settingsApi } from './api.js';
import { texts } from './texts.js';

const { failed } = texts;

/** Cancels the plan that the page showed. Success is shown as a toast; a failure stays until the next attempt. */
export const useCancelSubscription = () => {
  const user = useSignedInUser();
  const [request, { isLoading }] = settingsApi.useCancelSubscriptionMutation();
  const isSent = useRef(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const fail = (description: string): void => {
    setFailure({ title: failed.title, description });
  };
  const cancel = async (shownPlan: SubscriptionStatus | undefined): Promise<void> => {
    if (user === null) {
      fail(failed.signIn);
      return;
    }
    // The second of two fast clicks comes before the button is disabled, or while the dialog closes.
    if (isSent.current) return;
    isSent.current = true;
    setFailure(null);
    try {
      await request({ idToken: await getIdToken(), shownPlan }).unwrap();
      toast({ variant: 'success', ...texts.cancelled });
    } catch (error) {
      isSent.current = false;
      fail(messageOf(error, failed.fallback));
    }
  };
  return { cancel, isCancelling: isLoading, failure };
};

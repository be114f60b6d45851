import { useRef } from 'react';
import { toast } from '../../components/toast/index.js';
import { getIdToken } from '../../lib/account/session.js';
import { useSignedInUser, type SubscriptionStatus } from '../../lib/account/user-api.js';
import { messageOf } from '../../lib/http/http.js';
import { settingsApi } from './api.js';
import { texts } from './texts.js';

const { failed } = texts;

const fail = (description: string): void => {
  toast({ variant: 'destructive', title: failed.title, description });
};

/** Cancels the plan that the page showed and shows the outcome as a toast. */
export const useCancelSubscription = () => {
  const user = useSignedInUser();
  const [request, { isLoading }] = settingsApi.useCancelSubscriptionMutation();
  const isSent = useRef(false);
  const cancel = async (shownPlan: SubscriptionStatus | undefined): Promise<void> => {
    if (user === null) {
      fail(failed.signIn);
      return;
    }
    // The second of two fast clicks comes before the button is disabled, or while the dialog closes.
    if (isSent.current) return;
    isSent.current = true;
    try {
      await request({ idToken: await getIdToken(), shownPlan }).unwrap();
      toast({ variant: 'success', ...texts.cancelled });
    } catch (error) {
      isSent.current = false;
      fail(messageOf(error, failed.fallback));
    }
  };
  return { cancel, isCancelling: isLoading };
};

import { useEffect, useReducer, useRef, useState } from 'react';
import { useDispatch } from 'react-redux';
import { useLocation, useNavigate } from 'react-router-dom';
import type { Failure } from '../../components/page/failure-notice.js';
import { toast } from '../../components/toast/index.js';
import { getIdToken } from '../../lib/account/session.js';
import { baseApi } from '../../lib/http/base-api.js';
import type { ApiFailure } from '../../lib/http/http.js';
import { paths } from '../../lib/paths.js';
import { useBrand } from '../../lib/texts/brand.js';
import { paymentPending } from '../../lib/texts/payment-texts.js';
import { subscribeApi, type PlanType } from './api.js';
import {
  hasPaymentFailed,
  refreshPlan,
  rememberPayment,
  rememberPlan,
} from './payment/payment-return.js';
import {
  choosing,
  nextSubscribe,
  type SubscribeEvent,
  type SubscribeState,
} from './subscribe.state.js';
import { texts } from './texts.js';

const isApiFailure = (error: unknown): error is ApiFailure =>
  typeof error === 'object' && error !== null && 'status' in error && 'body' in error;

const describe = (error: unknown): string => {
  if (!isApiFailure(error)) return texts.initFailed.fallback;
  if (error.status === 0) return error.message;
  return texts.initFailed.api(error.status, error.body);
};

const { title, atBank } = texts.paymentFailed;
const failureAtBank: Failure = { title, description: atBank };

type Send = (event: SubscribeEvent) => void;
type ShowFailure = (failure: Failure | null) => void;

/** Chooses a plan and starts its payment. Answers about a choice that the user has left change nothing. */
const usePlanChoice = (send: Send, showFailure: ShowFailure) => {
  const [createSubscription] = subscribeApi.useCreateSubscriptionMutation();
  const dispatch = useDispatch();
  const navigate = useNavigate();
  const choice = useRef<AbortController>(null);
  useEffect(() => () => choice.current?.abort(), []);

  const choose = async (plan: PlanType): Promise<void> => {
    choice.current?.abort();
    choice.current = new AbortController();
    const { signal } = choice.current;
    send({ type: 'choose', plan });
    showFailure(null);
    try {
      const idToken = await getIdToken();
      const answer = await createSubscription({ idToken, planType: plan }).unwrap();
      if (signal.aborted) return;
      if ('status' in answer) {
        send({ type: 'refused', plan });
        dispatch(baseApi.util.invalidateTags(['User']));
        toast(texts.alreadySubscribed);
        void navigate(paths.home);
      } else {
        if (!answer.clientSecret) throw new Error('no client secret');
        rememberPlan(plan);
        send({ type: 'secret', plan, ...answer });
      }
    } catch (error) {
      if (signal.aborted) return;
      send({ type: 'refused', plan });
      if (isApiFailure(error) && error.reason === 'payment-processing') {
        toast(paymentPending);
        void navigate(paths.home);
        return;
      }
      showFailure({ title: texts.initFailed.title, description: describe(error) });
    }
  };

  const changePlan = (): void => {
    choice.current?.abort();
    showFailure(null);
    send({ type: 'change-plan' });
  };

  return { choose, changePlan };
};

/** What follows a payment: the dashboard, or the reason of a failure. */
const usePaymentOutcome = (state: SubscribeState, send: Send, showFailure: ShowFailure) => {
  const dispatch = useDispatch();
  const navigate = useNavigate();
  const { name } = useBrand();

  return {
    onPaid: (): void => {
      if (state.kind !== 'paying') return;
      send({ type: 'paid' });
      const description = texts.paid.description(name, texts.plans[state.plan].name);
      toast({ variant: 'success', title: texts.paid.title, description });
      rememberPayment();
      refreshPlan(() => dispatch(baseApi.util.invalidateTags(['User'])));
      void navigate(paths.home);
    },
    onPending: (): void => {
      if (state.kind !== 'paying') return;
      send({ type: 'pending' });
      toast(paymentPending);
      void navigate(paths.home);
    },
    onFailed: (message: string): void => {
      const description = message === '' ? texts.paymentFailed.fallback : message;
      showFailure({ title: texts.paymentFailed.title, description });
    },
  };
};

/**
 * Back from the page of a bank, the browser may restore this page as it was left: confirming a payment whose outcome it
 * will not learn. As after a new visit, the user chooses again, once the plan is known.
 */
const useReturnFromBank = (isConfirming: boolean, startAgain: () => void): void => {
  const dispatch = useDispatch();
  useEffect(() => {
    if (!isConfirming) return undefined;
    const onShow = ({ persisted }: PageTransitionEvent): void => {
      if (!persisted) return;
      startAgain();
      dispatch(baseApi.util.invalidateTags(['User']));
    };
    window.addEventListener('pageshow', onShow);
    return () => window.removeEventListener('pageshow', onShow);
  });
};

/** The purchase of a plan: its choice and its payment. A failure is shown until the next attempt. */
export const useSubscription = () => {
  const [state, send] = useReducer(nextSubscribe, choosing);
  const location = useLocation();
  const [failure, setFailure] = useState<Failure | null>(
    hasPaymentFailed(location.state) ? failureAtBank : null,
  );
  const [isConfirming, setIsConfirming] = useState(false);
  const { choose, changePlan } = usePlanChoice(send, setFailure);
  const outcome = usePaymentOutcome(state, send, setFailure);
  useReturnFromBank(isConfirming, () => {
    setIsConfirming(false);
    changePlan();
  });
  return {
    state,
    failure,
    isConfirming,
    choose,
    changePlan,
    outcome: { onAttempt: () => setFailure(null), onBusy: setIsConfirming, ...outcome },
  };
};

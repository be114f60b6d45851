import { Button } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { LoadingScreen } from '../../../components/loading-screen.js';
import { getColorScheme, useColorScheme } from '../../../lib/browser/theme-mode.js';
import { texts } from '../texts.js';
import type { PaymentFormProps } from './payment-form.js';
import styles from './payment.module.css';
import { mountPaymentElement, type PaymentElement } from './stripe-elements.js';

type Phase = 'loading' | 'ready' | 'failed';

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : '');

/** The Element for one client secret, mounted into `target`. */
const usePaymentElement = ({ clientSecret, publishableKey, onFailed }: PaymentFormProps) => {
  const target = useRef<HTMLDivElement>(null);
  const [element, setElement] = useState<PaymentElement | null>(null);
  const [phase, setPhase] = useState<Phase>('loading');
  const scheme = useColorScheme();
  // A new callback must not mount the element again.
  const fail = useRef(onFailed);
  useEffect(() => {
    fail.current = onFailed;
  }, [onFailed]);

  useEffect(() => {
    let isUnmounted = false;
    let mounted: PaymentElement | undefined;
    const ifMounted = (act: () => void): void => {
      if (!isUnmounted) act();
    };
    const failed = (message: string): void =>
      ifMounted(() => {
        setPhase('failed');
        fail.current(message);
      });
    const mount = async (place: HTMLElement): Promise<void> => {
      const made = await mountPaymentElement(place, {
        publishableKey,
        clientSecret,
        scheme: getColorScheme(),
        onReady: () => ifMounted(() => setPhase('ready')),
        onLoadError: failed,
      });
      if (isUnmounted) made.destroy();
      else {
        mounted = made;
        setElement(made);
      }
    };
    if (target.current !== null) {
      mount(target.current).catch((error: unknown) => failed(messageOf(error)));
    }
    return () => {
      isUnmounted = true;
      mounted?.destroy();
      setElement(null);
      setPhase('loading');
    };
  }, [clientSecret, publishableKey]);

  // Restyle without mounting again, which would discard the input.
  useEffect(() => element?.restyle(scheme), [element, scheme]);
  return { target, phase, element: phase === 'ready' ? element : null };
};

/** Stripe's Payment Element. The return URL is the site's origin. */
export default function StripePayment(props: PaymentFormProps) {
  const { payLabel, onAttempt, onBusy, onPaid, onPending, onFailed } = props;
  const { target, phase, element } = usePaymentElement(props);
  const [isBusy, setIsBusy] = useState(false);

  const setBusy = (wanted: boolean): void => {
    setIsBusy(wanted);
    onBusy(wanted);
  };

  const pay = async (ready: PaymentElement): Promise<void> => {
    onAttempt();
    setBusy(true);
    const confirmation = await ready.confirm(window.location.origin);
    setBusy(false);
    if (confirmation.outcome === 'failed') onFailed(confirmation.message);
    else if (confirmation.outcome === 'pending') onPending();
    else onPaid();
  };

  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (element !== null && !isBusy) void pay(element);
      }}
    >
      <div ref={target} />
      {phase === 'loading' && <LoadingScreen label={texts.preparing} />}
      <Button type="primary" size="large" htmlType="submit" disabled={element === null || isBusy}>
        {isBusy ? texts.paying : payLabel}
      </Button>
    </form>
  );
}

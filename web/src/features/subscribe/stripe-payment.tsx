import { loadStripe } from '@stripe/stripe-js/pure';
import type { Stripe, StripeElements } from '@stripe/stripe-js';
import { Button } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { darkPalette, lightPalette } from '../../theme/palette.js';
import { useColorScheme } from '../../lib/theme-mode.js';
import type { PaymentFormProps } from './payment-port.js';
import { texts } from './texts.js';

interface Mounted {
  stripe: Stripe;
  elements: StripeElements;
}

const appearanceOf = (scheme: 'light' | 'dark') => {
  const palette = scheme === 'dark' ? darkPalette : lightPalette;
  return {
    theme: scheme === 'dark' ? ('night' as const) : ('stripe' as const),
    variables: {
      colorPrimary: palette.accent,
      colorBackground: palette.surface,
      colorText: palette.text,
      colorDanger: palette.danger,
      borderRadius: '10px',
    },
  };
};

/** Stripe's Payment Element. The return address is the site's origin (specification, section 7). */
export default function StripePayment(props: PaymentFormProps) {
  const { clientSecret, publishableKey, payLabel, onPaid, onFailed } = props;
  const target = useRef<HTMLDivElement>(null);
  const scheme = useColorScheme();
  const [mounted, setMounted] = useState<Mounted | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  // The effect mounts once per secret; a parent's new callback must not mount it again.
  const fail = useRef(onFailed);
  useEffect(() => {
    fail.current = onFailed;
  }, [onFailed]);

  useEffect(() => {
    let isGone = false;
    let cleanUp = (): void => undefined;
    const mount = async (): Promise<void> => {
      const stripe = await loadStripe(publishableKey);
      if (isGone || stripe === null || target.current === null) return;
      const elements = stripe.elements({ clientSecret, appearance: appearanceOf(scheme) });
      const element = elements.create('payment');
      element.mount(target.current);
      cleanUp = () => element.destroy();
      setMounted({ stripe, elements });
    };
    mount().catch((error: unknown) => {
      if (!isGone) fail.current(error instanceof Error ? error.message : '');
    });
    return () => {
      isGone = true;
      cleanUp();
      setMounted(null);
    };
  }, [clientSecret, publishableKey, scheme]);

  const pay = async ({ stripe, elements }: Mounted): Promise<void> => {
    setIsBusy(true);
    const { error } = await stripe.confirmPayment({
      elements,
      confirmParams: { return_url: window.location.origin },
      redirect: 'if_required',
    });
    setIsBusy(false);
    if (error === undefined) onPaid();
    else onFailed(error.message ?? '');
  };

  return (
    <form
      className="payment-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (mounted !== null) void pay(mounted);
      }}
    >
      <div ref={target} />
      <Button type="primary" size="large" htmlType="submit" disabled={mounted === null || isBusy}>
        {isBusy ? texts.paying : payLabel}
      </Button>
    </form>
  );
}

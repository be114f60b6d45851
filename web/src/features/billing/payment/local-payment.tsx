import type {
  ConfirmPaymentAnswer,
  ConfirmPaymentRequest,
} from '@tandem/proto/browser/http/billing';
import { Button, Input } from 'antd';
import { useId, useState, type ReactNode } from 'react';
import { ApiError, callApi, readFields } from '../../../lib/http/http.js';
import { textOr, type Unchecked } from '../../../lib/unchecked.js';
import { texts } from '../texts.js';
import { findCardFault, formatExpiry, groupCardNumber, type CardDetails } from './local-card.js';
import type { PaymentFormProps } from './payment-form.js';
import styles from './payment.module.css';

const { local } = texts;

const confirmLocally = async (body: ConfirmPaymentRequest): Promise<ConfirmPaymentAnswer> => {
  try {
    const response = await callApi('/local-payments/confirm', { method: 'POST', body });
    const { status, message }: Unchecked<ConfirmPaymentAnswer> = await readFields(response);
    if (status === 'succeeded' || status === 'requires_action') return { status };
    return { status: 'failed', message: textOr(message) };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { status: 'failed', message: error.failure.isFromServer ? error.failure.body : '' };
  }
};

interface FieldProps {
  label: string;
  value: string;
  placeholder: string;
  autoComplete: string;
  onChange: (value: string) => void;
}

function Field({ label, value, placeholder, autoComplete, onChange }: FieldProps) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <Input
        id={id}
        size="large"
        dir="ltr"
        inputMode="numeric"
        value={value}
        placeholder={placeholder}
        autoComplete={autoComplete}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  );
}

interface CardFieldsProps {
  card: CardDetails;
  onChange: (card: CardDetails) => void;
}

function CardFields({ card, onChange }: CardFieldsProps): ReactNode {
  return (
    <>
      <Field
        label={local.number}
        value={card.number}
        placeholder="1234 1234 1234 1234"
        autoComplete="cc-number"
        onChange={(value) => onChange({ ...card, number: groupCardNumber(value) })}
      />
      <div className={styles.pair}>
        <Field
          label={local.expiry}
          value={card.expiry}
          placeholder={local.expiryHint}
          autoComplete="cc-exp"
          onChange={(value) => onChange({ ...card, expiry: formatExpiry(value) })}
        />
        <Field
          label={local.cvc}
          value={card.cvc}
          placeholder={local.cvcHint}
          autoComplete="cc-csc"
          onChange={(value) => onChange({ ...card, cvc: value.replace(/\D/g, '').slice(0, 4) })}
        />
      </div>
    </>
  );
}

/** Focuses what replaces the form. */
const takeFocus = (step: HTMLElement | null): void => step?.focus();

function SecondStep({ isBusy, onEnd }: { isBusy: boolean; onEnd: (isApproved: boolean) => void }) {
  return (
    <div
      className={styles.step}
      role="group"
      aria-label={local.stepTitle}
      ref={takeFocus}
      tabIndex={-1}
    >
      <h3>{local.stepTitle}</h3>
      <p>{local.stepText}</p>
      <div className={styles.actions}>
        <Button type="primary" disabled={isBusy} onClick={() => onEnd(true)}>
          {local.approve}
        </Button>
        <Button disabled={isBusy} onClick={() => onEnd(false)}>
          {local.refuse}
        </Button>
      </div>
    </div>
  );
}

const emptyCard: CardDetails = { number: '', expiry: '', cvc: '' };

/** The adapter for installations without a payment provider; takes test cards only. */
export default function LocalPayment(props: PaymentFormProps) {
  const { clientSecret, payLabel, onAttempt, onBusy, onPaid, onFailed } = props;
  const [card, setCard] = useState(emptyCard);
  const [isBusy, setIsBusy] = useState(false);
  const [isSecondStep, setIsSecondStep] = useState(false);

  const setBusy = (wanted: boolean): void => {
    setIsBusy(wanted);
    onBusy(wanted);
  };

  const confirm = async (authentication?: 'succeeded' | 'failed'): Promise<void> => {
    onAttempt();
    setBusy(true);
    try {
      const cardNumber = card.number.replace(/\D/g, '');
      const answer = await confirmLocally({
        clientSecret,
        cardNumber,
        ...(authentication === undefined ? {} : { authentication }),
      });
      setIsSecondStep(answer.status === 'requires_action');
      if (answer.status === 'succeeded') onPaid();
      if (answer.status === 'failed') onFailed(answer.message ?? '');
    } catch {
      onFailed('');
    } finally {
      setBusy(false);
    }
  };

  const submit = (): void => {
    const fault = findCardFault(card);
    if (fault === null) void confirm();
    else onFailed(fault);
  };

  if (isSecondStep) {
    return (
      <SecondStep
        isBusy={isBusy}
        onEnd={(isApproved) => void confirm(isApproved ? 'succeeded' : 'failed')}
      />
    );
  }
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <p className={styles.note}>{local.note}</p>
      <CardFields card={card} onChange={setCard} />
      <Button type="primary" size="large" htmlType="submit" disabled={isBusy}>
        {isBusy ? texts.paying : payLabel}
      </Button>
    </form>
  );
}

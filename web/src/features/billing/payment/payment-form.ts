/** A form that takes card details and confirms one payment: implemented per payment provider. */
export interface PaymentFormProps {
  clientSecret: string;
  publishableKey: string;
  /** The button's text, with the amount. */
  payLabel: string;
  /** A payment is submitted: an earlier failure is outdated. */
  onAttempt: () => void;
  /** While the provider confirms the payment, it cannot be taken back. */
  onBusy: (isBusy: boolean) => void;
  onPaid: () => void;
  /** The payment was submitted and completes later, if it does: a bank debit takes days. */
  onPending: () => void;
  /** Called with the provider's message, '' without one. The form can be submitted again. */
  onFailed: (message: string) => void;
}

/** A form that takes card details and confirms one payment: implemented per payment provider. */
export interface PaymentFormProps {
  clientSecret: string;
  publishableKey: string;
  /** The button's text, with the amount. */
  payLabel: string;
  onPaid: () => void;
  /** With the provider's sentence; empty when it gave none. The form can be sent again. */
  onFailed: (message: string) => void;
}

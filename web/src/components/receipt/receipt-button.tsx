import { lazy, Suspense, useState } from 'react';
import type { Receipt } from '../../transfer/api.js';

/** Apart, since most recipients never open it. */
const ReceiptDialog = lazy(() => import('./receipt-dialog.js'));

interface ReceiptButtonProps {
  receipt: Receipt;
  label: string;
  className?: string | undefined;
  onOpen?: () => void;
}

/** Opens the receipt of a delivery, to be saved or printed. */
export function ReceiptButton(props: ReceiptButtonProps) {
  const { receipt, label, className, onOpen } = props;
  const [isOpen, setIsOpen] = useState(false);
  const open = (): void => {
    setIsOpen(true);
    onOpen?.();
  };
  return (
    <>
      <button type="button" className={className} onClick={open}>
        {label}
      </button>
      {isOpen && (
        <Suspense fallback={null}>
          <ReceiptDialog receipt={receipt} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

import { lazy, Suspense, useState } from 'react';
import type { Countersign } from '../../lib/transfer-api/countersign.js';
import type { Receipt } from '../../transfer/api.js';

/** Apart, since most recipients never open it. */
const ReceiptDialog = lazy(() => import('./receipt-dialog.js'));

interface ReceiptButtonProps {
  receipt: Receipt;
  label: string;
  className?: string | undefined;
  /** Of the share's owner: the audit log signs as well. */
  countersign?: Countersign;
  onOpen?: () => void;
}

/** Opens the receipt of a delivery, to be saved or printed. */
export function ReceiptButton(props: ReceiptButtonProps) {
  const { receipt, label, className, countersign, onOpen } = props;
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
          <ReceiptDialog
            receipt={receipt}
            {...(countersign && { countersign })}
            onClose={() => setIsOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}

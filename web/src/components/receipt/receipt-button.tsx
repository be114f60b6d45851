import { Suspense, useState } from 'react';
import type { Receipt } from '../../transfer/api.js';
import { lazyPart } from '../parts/lazy-part.js';
import { PartBoundary } from '../parts/part-boundary.js';

/** Apart, since most recipients never open it. */
const ReceiptDialog = lazyPart(() => import('./receipt-dialog.js'));

interface ReceiptButtonProps {
  receipt: Receipt;
  /** The recipient's grant; the sender's session suffices. */
  getGrant?: () => Promise<string>;
  label: string;
  className?: string | undefined;
  onOpen?: () => void;
}

/** Opens the receipt of a delivery, to be saved or printed. */
export function ReceiptButton(props: ReceiptButtonProps) {
  const { receipt, getGrant, label, className, onOpen } = props;
  const [isOpen, setIsOpen] = useState(false);
  const open = (): void => {
    setIsOpen(true);
    onOpen?.();
  };
  const close = (): void => setIsOpen(false);
  return (
    <>
      <button type="button" className={className} onClick={open}>
        {label}
      </button>
      {isOpen && (
        <PartBoundary onFailure={close}>
          <Suspense fallback={null}>
            <ReceiptDialog receipt={receipt} getGrant={getGrant} onClose={close} />
          </Suspense>
        </PartBoundary>
      )}
    </>
  );
}

import { copyText } from '../../lib/browser/clipboard.js';
import { toast, type ToastMessage } from './toast-store.js';

/** Copies and shows a toast; resolves to false on failure. */
export const copyWithToast = async (
  text: string,
  { copied, failed }: { copied: ToastMessage; failed: ToastMessage },
): Promise<boolean> => {
  const isCopied = await copyText(text);
  toast(isCopied ? { variant: 'success', ...copied } : { variant: 'destructive', ...failed });
  return isCopied;
};

export {
  toast,
  dismissToast,
  clearToasts,
  getToasts,
  keepToast,
  restoreToast,
} from './toast-store.js';
export type { Toast, ToastMessage, ToastVariant } from './toast-store.js';
export { Toaster } from './toaster.js';

export { toast, dismissToast, clearToasts, getToasts } from './toast-store.js';
export type { Toast, ToastMessage, ToastVariant } from './toast-store.js';
export { Toaster } from './toaster.js';

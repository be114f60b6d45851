import { useRef, type RefObject } from 'react';

/**
 * Focuses the button that copies everything once a dialog is open: antd would focus the one that closes it without
 * copying. Someone who already types in the dialog goes on.
 */
export const useFocusOnCopy = (): {
  copyButton: RefObject<HTMLButtonElement | null>;
  afterOpenChange: (isOpen: boolean) => void;
} => {
  const copyButton = useRef<HTMLButtonElement>(null);
  const afterOpenChange = (isOpen: boolean): void => {
    const isTyping = document.activeElement instanceof HTMLInputElement;
    if (isOpen && !isTyping) copyButton.current?.focus({ preventScroll: true });
  };
  return { copyButton, afterOpenChange };
};

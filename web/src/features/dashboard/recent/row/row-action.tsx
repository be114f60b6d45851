import { useState, type ReactNode } from 'react';
import { SteadyButton } from '../steady-button.js';

interface RowActionProps {
  /** For assistive technology; contains the visible text. */
  label: string;
  /** Visible text beside the icon. */
  text?: string;
  icon: ReactNode;
  isDanger?: boolean;
  /** Until it settles, further clicks do nothing. */
  onClick: () => unknown;
}

/** A button of a row, which shows an icon and does nothing while its action runs. */
export function RowAction({ label, text, icon, isDanger = false, onClick }: RowActionProps) {
  const [isBusy, setIsBusy] = useState(false);
  const run = async (): Promise<void> => {
    setIsBusy(true);
    try {
      await onClick();
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <SteadyButton
      type="text"
      danger={isDanger}
      isOff={isBusy}
      aria-label={label}
      title={text === undefined ? label : undefined}
      icon={icon}
      onClick={() => void run()}
    >
      {text}
    </SteadyButton>
  );
}

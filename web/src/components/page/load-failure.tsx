import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import { texts } from '../texts.js';

interface LoadFailureProps {
  /** Resolves after the next attempt, whatever its outcome. */
  onRetry: () => PromiseLike<unknown>;
  children: ReactNode;
}

/** Why a part of a page could not be loaded, and the next attempt. Stays in place, with the focus, during the attempt. */
export function LoadFailure({ onRetry, children }: LoadFailureProps) {
  const [isBusy, setIsBusy] = useState(false);
  const [attempts, setAttempts] = useState(0);
  const retry = async (): Promise<void> => {
    setIsBusy(true);
    await onRetry();
    setIsBusy(false);
    setAttempts(attempts + 1);
  };
  return (
    <>
      {/* Only a new element is announced: the attempt has failed as well. */}
      <div key={attempts} role="alert">
        {children}
      </div>
      <Button loading={isBusy} onClick={() => void retry()}>
        {texts.partNotLoaded.retry}
      </Button>
    </>
  );
}

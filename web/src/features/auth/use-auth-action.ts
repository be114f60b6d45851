import { useState } from 'react';
import { toast } from '../../components/toast/index.js';

interface AuthAction {
  run: () => Promise<void>;
  success: { title: string; message: string };
  failureTitle: string;
  /** Null shows no toast. */
  describe: (error: unknown) => string | null;
  /** Shows the failure where it stays: the toast is gone after seconds. */
  onFailure: (description: string, error: unknown) => void;
}

/** Runs one sign-in at a time and shows its outcome as a toast. */
export const useAuthAction = () => {
  const [isBusy, setIsBusy] = useState(false);
  const perform = async (action: AuthAction): Promise<void> => {
    setIsBusy(true);
    try {
      await action.run();
      toast({
        variant: 'success',
        title: action.success.title,
        description: action.success.message,
      });
    } catch (error) {
      const description = action.describe(error);
      if (description !== null) {
        toast({ variant: 'destructive', title: action.failureTitle, description });
        action.onFailure(description, error);
      }
    } finally {
      setIsBusy(false);
    }
  };
  return { isBusy, perform };
};

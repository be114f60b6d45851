import { useState } from 'react';
import { toast } from '../../../components/toast/index.js';
import { askForRecentSignIn } from '../../../lib/account/confirm-sign-in.js';
import type { PendingFactor } from '../../../lib/account/second-factor/second-factor.js';
import {
  loadSecondFactor,
  removeSecondFactor,
  startSecondFactor,
} from '../../../lib/account/session.js';
import { codeOf } from '../../../lib/account/session/auth-code.js';
import { useBrand } from '../../../lib/texts/brand.js';
import { texts } from '../texts.js';
import { changeErrorMessage } from './change-errors.js';
import { useLoaded } from './use-loaded.js';

const { secondFactor: words } = texts;

/** The provider requires a recent sign-in: an unlocked computer is not enough to change the second factor. */
const withRecentSignIn = async (run: () => Promise<void>): Promise<void> => {
  try {
    await run();
  } catch (error) {
    if (codeOf(error) !== 'auth/requires-recent-login') throw error;
    if (await askForRecentSignIn()) await run();
  }
};

/** The second factor of the account, and its changes. */
export const useSecondFactor = () => {
  const { name: brand } = useBrand();
  /** Null without one. */
  const { value: factor, setValue: setFactor, isMissing, retry } = useLoaded(loadSecondFactor);
  /** The one that is being set up. */
  const [pending, setPending] = useState<PendingFactor | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<string>();

  const change = async (run: () => Promise<void>): Promise<void> => {
    setIsBusy(true);
    setError(undefined);
    try {
      await withRecentSignIn(run);
    } catch (failure) {
      setError(changeErrorMessage(failure, words.failed));
    } finally {
      setIsBusy(false);
    }
  };

  return {
    factor,
    isMissing,
    retry,
    pending,
    isBusy,
    error,
    setUp: () => change(async () => setPending(await startSecondFactor(brand))),
    remove: () =>
      change(async () => {
        await removeSecondFactor();
        setFactor(await loadSecondFactor());
        toast({ variant: 'success', ...words.turnedOff });
      }),
    onConfirmed: (): void => {
      setPending(null);
      toast({ variant: 'success', ...words.turnedOn });
      loadSecondFactor().then(setFactor, () => setError(words.failed));
    },
    onExpired: (): void => {
      setPending(null);
      setError(words.expired);
    },
    onCancel: (): void => setPending(null),
  };
};

import { useRef, useState } from 'react';
import { toast } from '../../components/toast/index.js';
import { canStoreSignIn } from './can-store.js';
import { texts } from './texts.js';

interface Action {
  method: 'password' | 'google';
  run: () => Promise<void>;
  success: { title: string; message: string };
  titleOf: (error: unknown) => string;
  /** Null shows no toast. */
  describe: (error: unknown) => string | null;
  /** Shows the failure permanently as well, because the toast disappears after seconds. */
  onFailure: (description: string, error: unknown) => void;
}

/** The sign-in of a page. */
export interface AuthAction {
  /** The method that is running; null while the user can start one. */
  running: Action['method'] | null;
  perform: (action: Action) => Promise<void>;
}

/** The browser would drop the session, and the user would appear signed out with no explanation. */
class NotKept extends Error {
  override readonly name = 'NotKept';
}

/** `navigator.cookieEnabled` is true where Chromium blocks the cookies of a site. */
const areCookiesBlocked = (): boolean => {
  const probe = 'cookie-probe';
  const attributes = 'Path=/; SameSite=Strict';
  document.cookie = `${probe}=1; ${attributes}`;
  const isKept = document.cookie.includes(probe);
  document.cookie = `${probe}=; Max-Age=0; ${attributes}`;
  return !isKept;
};

/** @throws NotKept with what the user can do. */
const requireStorage = async (canStore: Promise<boolean>): Promise<void> => {
  if (areCookiesBlocked()) throw new NotKept(texts.errors.cookiesBlocked);
  if (!(await canStore)) throw new NotKept(texts.errors.storageFull);
};

/** Runs one sign-in at a time and shows its outcome as a toast. */
export const useAuthAction = (): AuthAction => {
  const [running, setRunning] = useState<AuthAction['running']>(null);
  // A second event may come before the buttons are disabled.
  const isRunning = useRef(false);
  // Before the click, because Safari opens a popup only while it handles one.
  const [canStore] = useState(canStoreSignIn);
  const perform = async (action: Action): Promise<void> => {
    if (isRunning.current) return;
    isRunning.current = true;
    setRunning(action.method);
    try {
      await requireStorage(canStore);
      await action.run();
      toast({
        variant: 'success',
        title: action.success.title,
        description: action.success.message,
      });
    } catch (error) {
      const description = error instanceof NotKept ? error.message : action.describe(error);
      if (description !== null) {
        toast({ variant: 'destructive', title: action.titleOf(error), description });
        action.onFailure(description, error);
      }
    } finally {
      isRunning.current = false;
      setRunning(null);
    }
  };
  return { running, perform };
};

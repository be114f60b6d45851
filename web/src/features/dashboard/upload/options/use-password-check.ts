import { passwordFault, type PasswordFault } from '@tandem/proto/browser/share-password';
import { useState } from 'react';

/** Checks a password that the user has chosen, also against the names of the files. An empty one is generated. */
export const usePasswordCheck = (password: string, filenames: readonly string[]) => {
  const [refusal, setRefusal] = useState<PasswordFault | null>(null);
  return {
    refusal,
    /** Shows the first fault. @returns whether there is none. */
    check: (): boolean => {
      const faults = filenames.map((filename) => passwordFault(password, filename));
      const found = password === '' ? null : (faults.find((fault) => fault !== null) ?? null);
      setRefusal(found);
      return found === null;
    },
    clear: (): void => setRefusal(null),
  };
};

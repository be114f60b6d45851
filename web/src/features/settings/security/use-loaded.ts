import { useCallback, useEffect, useState } from 'react';

/** What the identity provider says about the account. `load` must be the same function in every render. */
export const useLoaded = <Value>(load: () => Promise<Value>) => {
  /** Undefined until it is loaded. */
  const [value, setValue] = useState<Value>();
  const [isMissing, setIsMissing] = useState(false);
  const retry = useCallback(
    (): Promise<void> =>
      load().then(
        (loaded) => {
          setValue(loaded);
          setIsMissing(false);
        },
        () => setIsMissing(true),
      ),
    [load],
  );
  useEffect(() => {
    void retry();
  }, [retry]);
  return { value, setValue, isMissing, retry };
};

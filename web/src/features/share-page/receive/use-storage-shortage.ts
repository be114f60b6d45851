import { useEffect, useState } from 'react';
import { formatBytes, parseBytes } from '../../../lib/texts/format.js';
import type { LoadEngine } from '../session/engine-port.js';
import { texts } from '../texts.js';

/** A warning if this browser cannot store a file of this size; null otherwise. */
export const useStorageShortage = (size: string, loadEngine: LoadEngine): string | null => {
  const [limitBytes, setLimitBytes] = useState<number | null>(null);
  useEffect(() => {
    let isUnmounted = false;
    void loadEngine()
      .then((engine) => engine.storageLimit())
      .then(
        (limit) => {
          if (!isUnmounted) setLimitBytes(limit);
        },
        // If the engine cannot be loaded, the click on Download reports it.
        () => undefined,
      );
    return () => {
      isUnmounted = true;
    };
  }, [loadEngine]);
  const neededBytes = parseBytes(size);
  if (limitBytes === null || neededBytes === null || neededBytes <= limitBytes) return null;
  return texts.receiver.space(size, formatBytes(limitBytes));
};

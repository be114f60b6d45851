import { defineTexts } from './catalogue.js';

interface RefusalTexts {
  /** A sentence for a reason of a problem document or an error code of signalling; undefined without one. */
  describe: (reason: string) => string | undefined;
}

/** Servers write refusals in English, with the numbers that they concern; another language says it in general. */
export const refusals = defineTexts<RefusalTexts>('refusals', {
  en: { describe: () => undefined },
});

import { MissingFault } from './commands.js';
import type { Claim } from './report.js';

/** Collects the claims of a run and prints its progress. */
export const createRecorder = (print: (line: string) => void) => {
  const claims: Claim[] = [];
  const record = (claim: Claim): void => {
    claims.push(claim);
    print(`${claim.result}: ${claim.claim}${claim.detail === '' ? '' : ` (${claim.detail})`}`);
  };
  return {
    claims: claims as readonly Claim[],
    record,
    say: print,
    /** Runs the proof of a claim. A claim that fails is recorded and ends its part: later ones depend on it. */
    prove: async (claim: string, proof: () => Promise<unknown>): Promise<void> => {
      const startedAt = Date.now();
      const seconds = () => Math.round((Date.now() - startedAt) / 1000);
      try {
        await proof();
      } catch (error) {
        if (error instanceof MissingFault) throw error;
        record({ claim, result: 'fails', detail: (error as Error).message, seconds: seconds() });
        throw new RefutedClaim(claim, { cause: error });
      }
      record({ claim, result: 'holds', detail: '', seconds: seconds() });
    },
  };
};

/** Ends a part of the run whose claim is already recorded as failed. */
export class RefutedClaim extends Error {}

export type Recorder = ReturnType<typeof createRecorder>;

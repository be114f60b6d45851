import type { EngineError } from '../failures.js';

/** What the state machines of both sides have in common. */
interface Machine<State> {
  state: State;
  attempt?: number;
  error?: EngineError;
  isVerified?: boolean;
}

/** What people see of a machine. The first interruption of a path counts as the first attempt. */
export const view = <State extends string>({
  state,
  attempt = 0,
  error,
  isVerified = false,
}: Machine<State>): {
  state: State;
  attempt: number;
  error: EngineError | null;
  isVerified: boolean;
} => ({
  state,
  attempt: state === 'retrying' ? Math.max(1, attempt) : 0,
  error: error ?? null,
  isVerified,
});

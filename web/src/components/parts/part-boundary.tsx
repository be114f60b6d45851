import { Component, type ReactNode } from 'react';
import { isLeavingRisky } from '../../lib/browser/leave-warning.js';
import { texts } from '../texts.js';
import { toast } from '../toast/index.js';
import { PartNotLoaded } from './lazy-part.js';
import { PartFailure, type Place } from './part-failure.js';

interface PartBoundaryProps {
  place?: Place;
  /** A failure ends when this changes: the path of a page. */
  resetKey?: string;
  /** For a part that the page can do without: a toast reports the failure, and nothing is shown in its place. */
  onFailure?: () => void;
  /** For tests. */
  reload?: () => void;
  children: ReactNode;
}

interface State {
  failure: { error: unknown } | null;
  /** Null until the failure is shown. */
  failedAt: { key: string | undefined } | null;
  /** Since when the boundary shows what it shows. */
  shown: { key: string | undefined; sinceMs: number } | null;
}

const noFailure = { failure: null, failedAt: null };

/** Keeps a part that throws, or whose code does not arrive, from taking the rest of the page with it. */
export class PartBoundary extends Component<PartBoundaryProps, State> {
  override state: State = { ...noFailure, shown: null };

  /** The failure that the last retry was for. */
  #retriedAt: State['failedAt'] = null;

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { failure: { error }, failedAt: null };
  }

  static getDerivedStateFromProps({ resetKey }: PartBoundaryProps, state: State): State {
    const { failure, failedAt } = state;
    const shown =
      state.shown !== null && state.shown.key === resetKey
        ? state.shown
        : { key: resetKey, sinceMs: performance.now() };
    if (failure === null) return { ...state, shown };
    if (failedAt === null) return { failure, failedAt: { key: resetKey }, shown };
    return failedAt.key === resetKey ? { ...state, shown } : { ...noFailure, shown };
  }

  override componentDidCatch(error: unknown): void {
    const { onFailure } = this.props;
    console.error('a part of the page failed', error);
    if (error instanceof PartNotLoaded) {
      error.forget();
      // The part failed after the user had left its page, so no boundary was there to call `forget`.
      if (error.failedAtMs < (this.state.shown?.sinceMs ?? 0)) {
        this.setState(noFailure);
        return;
      }
      // Firefox caches a failed import, and an update removes the file: only a new document helps.
      // https://github.com/whatwg/html/issues/6768
      const isRetry = this.#retriedAt !== null && this.#retriedAt.key === this.props.resetKey;
      if (isRetry && !isLeavingRisky()) this.#reload();
    }
    if (onFailure === undefined) return;
    toast({ variant: 'destructive', ...texts.partNotLoaded.toast });
    onFailure();
  }

  readonly #retry = (): void => {
    this.#retriedAt = this.state.failedAt;
    this.setState(noFailure);
  };

  readonly #reload = (): void => {
    const { reload = () => window.location.reload() } = this.props;
    reload();
  };

  override render(): ReactNode {
    const { place = 'part', onFailure, children } = this.props;
    const { failure } = this.state;
    if (failure === null) return children;
    if (onFailure !== undefined) return null;
    return (
      <PartFailure
        place={place}
        isLoadFailure={failure.error instanceof PartNotLoaded}
        onRetry={this.#retry}
        onReload={this.#reload}
      />
    );
  }
}

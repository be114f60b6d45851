import { lazy, type ComponentType } from 'react';
import { CodeNotLoaded } from '../../lib/code-not-loaded.js';

/** The code of a part did not arrive. */
export class PartNotLoaded extends CodeNotLoaded {
  readonly failedAtMs = performance.now();
  /** The next time the part is shown, it is loaded again. */
  readonly forget: () => void;

  constructor(cause: unknown, forget: () => void) {
    super(cause);
    this.name = 'PartNotLoaded';
    this.forget = forget;
  }
}

/**
 * A component in its own chunk. React's `lazy` caches a failed load until the document is replaced; this one throws
 * PartNotLoaded, after which the part can be loaded again. Show it in a PartBoundary.
 */
export const lazyPart = <Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): ComponentType<Props> => {
  const begin = () =>
    lazy(() =>
      load().catch((cause: unknown) => {
        throw new PartNotLoaded(cause, () => {
          Current = begin();
        });
      }),
    );
  let Current = begin();
  return function LazyPart(props: Props) {
    return <Current {...props} />;
  };
};

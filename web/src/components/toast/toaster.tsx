import {
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
  type PointerEvent as ReactPointerEvent,
} from 'react';
import { classNames } from '../../lib/class-names.js';
import { texts } from '../texts.js';
import { dismissToast, getToasts, subscribeToToasts, type Toast } from './toast-store.js';
import styles from './toaster.module.css';

/** A swipe to the right beyond this distance dismisses the toast. */
const swipeThresholdPx = 50;

/** Focuses the notification area on F8. */
const useFocusKey = (area: React.RefObject<HTMLElement | null>): void => {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === 'F8') area.current?.focus();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [area]);
};

/** Closes the toast after its duration; hovering or focusing it stops the timer. */
const useExpiry = (item: Toast, isPaused: boolean): void => {
  const { id, durationMs, isOpen } = item;
  useEffect(() => {
    if (!isOpen || isPaused) return undefined;
    const timer = setTimeout(() => dismissToast(id), durationMs);
    return () => clearTimeout(timer);
  }, [id, durationMs, isOpen, isPaused]);
};

const useSwipe = (id: number) => {
  const start = useRef<number | null>(null);
  const [offsetPx, setOffsetPx] = useState(0);
  const end = (): void => {
    start.current = null;
    setOffsetPx(0);
  };
  return {
    offsetPx,
    handlers: {
      onPointerDown: (event: ReactPointerEvent) => {
        start.current = event.clientX;
      },
      onPointerMove: (event: ReactPointerEvent) => {
        if (start.current !== null) setOffsetPx(Math.max(0, event.clientX - start.current));
      },
      onPointerUp: (event: ReactPointerEvent) => {
        const moved = start.current === null ? 0 : event.clientX - start.current;
        end();
        if (moved > swipeThresholdPx) dismissToast(id);
      },
      onPointerCancel: end,
    },
  };
};

const variantClass: Record<Toast['variant'], string | undefined> = {
  default: undefined,
  success: styles.success,
  destructive: styles.destructive,
};

function ToastCard({ item }: { item: Toast }) {
  const isFailure = item.variant === 'destructive';
  const [isPaused, setIsPaused] = useState(false);
  const swipe = useSwipe(item.id);
  useExpiry(item, isPaused);
  return (
    <li
      className={classNames(styles.toast, variantClass[item.variant])}
      // The alert inside is announced already.
      aria-live={isFailure ? 'off' : undefined}
      style={swipe.offsetPx > 0 ? { transform: `translateX(${swipe.offsetPx}px)` } : undefined}
      onPointerEnter={() => setIsPaused(true)}
      onPointerLeave={() => setIsPaused(false)}
      onFocus={() => setIsPaused(true)}
      onBlur={() => setIsPaused(false)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') dismissToast(item.id);
      }}
      {...swipe.handlers}
    >
      <div className={styles.text} role={isFailure ? 'alert' : undefined}>
        <p className={styles.title}>{item.title}</p>
        {item.description !== '' && <p className={styles.description}>{item.description}</p>}
        {item.link !== null && (
          <a className={styles.link} href={item.link.href} onClick={() => dismissToast(item.id)}>
            {item.link.text}
          </a>
        )}
      </div>
      <button
        type="button"
        className={styles.close}
        aria-label={texts.toasts.close}
        onClick={() => dismissToast(item.id)}
      >
        <svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true">
          <path d="M3 3l10 10M13 3L3 13" stroke="currentColor" strokeWidth="2" />
        </svg>
      </button>
    </li>
  );
}

/** Mount once per page. Needs neither antd nor the store. */
export function Toaster() {
  const toasts = useSyncExternalStore(subscribeToToasts, getToasts, getToasts);
  const area = useRef<HTMLElement | null>(null);
  useFocusKey(area);
  return (
    <section
      ref={area}
      className={styles.area}
      aria-label={texts.toasts.area}
      tabIndex={-1}
      data-notifications
    >
      {/* Screen readers announce what is added to a live region, not one that is inserted with its text. */}
      <ol aria-live="polite">
        {toasts
          .filter((item) => item.isOpen)
          .map((item) => (
            <ToastCard key={item.id} item={item} />
          ))}
      </ol>
    </section>
  );
}

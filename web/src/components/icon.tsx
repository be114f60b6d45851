import styles from './icon.module.css';

/** Paths on a 24 × 24 grid, stroked with a width of 1.8; one subpath per stroke. */
const strokes = {
  dashboard: 'M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z',
  crown: 'M4 8l4 4 4-7 4 7 4-4-2 11H6z',
  log: 'M6 3h12v18H6zM9 8h6M9 12h6M9 16h3',
  gear: 'M12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM12 3v3M12 18v3M3 12h3M18 12h3M5.6 5.6l2.2 2.2M16.2 16.2l2.2 2.2M18.4 5.6l-2.2 2.2M7.8 16.2l-2.2 2.2',
  help: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM9.5 9.5a2.5 2.5 0 1 1 3.6 2.2c-.8.4-1.1.9-1.1 1.8M12 17v.01',
  chart: 'M4 20h16M7 16v-5M12 16V6M17 16V9',
  moon: 'M19.5 14.5A8 8 0 0 1 9.5 4.5a8 8 0 1 0 10 10z',
  sun: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2v2.5M12 19.5V22M2 12h2.5M19.5 12H22M5 5l1.7 1.7M17.3 17.3L19 19M19 5l-1.7 1.7M6.7 17.3L5 19',
  user: 'M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM4.5 20c1-4 4-5.5 7.5-5.5s6.5 1.5 7.5 5.5',
  eye: 'M2.5 12c2-4 5.5-6.5 9.5-6.5s7.5 2.5 9.5 6.5c-2 4-5.5 6.5-9.5 6.5S4.5 16 2.5 12zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z',
  eyeOff:
    'M2.5 12c2-4 5.5-6.5 9.5-6.5s7.5 2.5 9.5 6.5c-2 4-5.5 6.5-9.5 6.5S4.5 16 2.5 12zM4 4l16 16',
  chevron: 'M6 9l6 6 6-6',
  close: 'M5 5l14 14M19 5L5 19',
  copy: 'M9 9h11v11H9zM15 9V4H4v11h5',
  check: 'M4 12.5l5.5 5.5L20 7',
  link: 'M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.7-5.700l-1.3 1.300M14 10a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.7 5.700l1.3-1.3',
  stop: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM5.7 5.700l12.6 12.6',
  restart: 'M20 12a8 8 0 1 1-2.4-5.700M20 3v4.5h-4.5',
  trash: 'M4 6.5h16M9 6.5V4h6v2.5M6 6.5L7 20h10l1-13.5M10 10.5v6M14 10.5v6',
  more: 'M5 11a1 1 0 1 0 0 2 1 1 0 0 0 0-2zM12 11a1 1 0 1 0 0 2 1 1 0 0 0 0-2zM19 11a1 1 0 1 0 0 2 1 1 0 0 0 0-2z',
  send: 'M3.5 12L20 4l-5 16-4-6.5zM11 13.5L20 4',
  back: 'M20 12H4M10 6l-6 6 6 6',
  download: 'M12 4v11M7 10.5l5 5 5-5M4 20h16',
  shield: 'M12 3l8 3v6c0 4.5-3.4 7.6-8 9-4.6-1.4-8-4.5-8-9V6zM8.5 12l2.5 2.5 4.5-5',
  qr: 'M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h2.5v2.5H14zM17.5 17.5H20V20h-2.5zM17.5 14H20M14 20h.5',
  share: 'M12 15V3.5M8 7l4-4 4 4M7 11H5v9.5h14V11h-2',
  search: 'M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM15.5 15.5L20 20',
  denied: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM9 9l6 6M15 9l-6 6',
  file: 'M6 3h8l4 4v14H6zM14 3v4h4M9 12h6M9 16h6',
  mail: 'M3 6h18v12H3zM3 7l9 7 9-7',
  bolt: 'M13 3L5 14h6l-1 7 8-11h-6z',
  warning: 'M12 4L2.5 20h19zM12 10v5M12 17.5v.01',
  play: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM10 8.5v7l6-3.5z',
} as const;

export type IconName = keyof typeof strokes;

/** A decorative icon. The text or label beside it carries the meaning. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg className={styles.icon} data-icon={name} viewBox="0 0 24 24" aria-hidden="true">
      <path d={strokes[name]} />
    </svg>
  );
}

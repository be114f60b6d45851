import { toSvgPath } from 'lean-qr/extras/svg';
import { correction, generate } from 'lean-qr/nano';
import styles from './qr-code.module.css';

/** Width of the quiet zone in modules (ISO/IEC 18004). */
const quietZone = 4;

interface QrCodeProps {
  value: string;
  /** Accessible name. */
  label: string;
}

/** Dark on light in both themes: many readers do not support inverted codes. */
export default function QrCode({ value, label }: QrCodeProps) {
  const code = generate(value, { minCorrectionLevel: correction.M });
  const side = code.size + 2 * quietZone;
  return (
    <svg
      className={styles.code}
      role="img"
      aria-label={label}
      viewBox={`${-quietZone} ${-quietZone} ${side} ${side}`}
    >
      <path d={toSvgPath(code)} />
    </svg>
  );
}

import { useId, useState, type SubmitEvent } from 'react';
import { formatSpeed } from '../../lib/texts/format.js';
import type { RateSetting } from '../../transfer/api.js';
import { Collapsible } from './collapsible.js';
import styles from './connection-details.module.css';
import {
  minBytesPerSecond,
  noLimit,
  storedLimit,
  storeLimit,
  type Direction,
} from './limit-memory.js';
import { texts } from './texts.js';

const words = texts.limit;
const mebibyte = 1024 ** 2;
/** Suggested when the user chooses a limit for the first time. */
const defaultBytesPerSecond = mebibyte;
const minMegabytes = 0.01;

const choices = ['none', 'yielding', 'rate'] as const;
type Choice = (typeof choices)[number];

const choiceOf = ({ bytesPerSecond, isYielding }: RateSetting): Choice => {
  if (bytesPerSecond !== null) return 'rate';
  return isYielding ? 'yielding' : 'none';
};

const megabytesOf = (bytesPerSecond: number): string =>
  String(Math.round((bytesPerSecond / mebibyte) * 100) / 100);

/** Null for anything but a number that the engine takes. A comma is a decimal point in many countries. */
export const parseMegabytes = (text: string): number | null => {
  const megabytes = text.trim() === '' ? NaN : Number(text.trim().replace(',', '.'));
  if (!Number.isFinite(megabytes) || megabytes < minMegabytes) return null;
  return Math.max(minBytesPerSecond, Math.round(megabytes * mebibyte));
};

const savedText = (setting: RateSetting): string => {
  const choice = choiceOf(setting);
  return choice === 'rate'
    ? words.saved.rate(formatSpeed(setting.bytesPerSecond ?? 0))
    : words.saved[choice];
};

interface LimitControlProps {
  direction: Direction;
  /** The heading of the enclosing panel already names the control. */
  isTitled?: boolean;
  onChange: (setting: RateSetting) => void;
}

/** The control in a collapsed panel of its own, where it applies to several transfers. */
export function SpeedLimit(props: LimitControlProps) {
  return (
    <Collapsible summary={words.summary}>
      <LimitControl {...props} isTitled />
    </Collapsible>
  );
}

/** The stored limit, what is typed into its field, and both ways to change it. */
const useLimit = (direction: Direction, onChange: (setting: RateSetting) => void) => {
  const [setting, setSetting] = useState(() => storedLimit(direction));
  const [typed, setTyped] = useState(() =>
    megabytesOf(setting.bytesPerSecond ?? defaultBytesPerSecond),
  );
  const [isRefused, setIsRefused] = useState(false);

  const apply = (changed: RateSetting): void => {
    setIsRefused(false);
    setSetting(changed);
    storeLimit(direction, changed);
    onChange(changed);
  };
  const applyTyped = (): void => {
    const bytesPerSecond = parseMegabytes(typed);
    if (bytesPerSecond === null) setIsRefused(true);
    else apply({ bytesPerSecond, isYielding: false });
  };
  const choose = (choice: Choice): void => {
    if (choice === 'rate') applyTyped();
    else apply({ ...noLimit, isYielding: choice === 'yielding' });
  };
  return { setting, typed, setTyped, isRefused, applyTyped, choose };
};

/** The speed limit of this device. It takes effect while transfers run. */
export function LimitControl({ direction, isTitled = false, onChange }: LimitControlProps) {
  const id = useId();
  const { setting, typed, setTyped, isRefused, applyTyped, choose } = useLimit(direction, onChange);
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    applyTyped();
  };
  return (
    <form className={styles.limit} noValidate onSubmit={submit}>
      <fieldset aria-describedby={`${id}-scope`}>
        <legend className={isTitled ? 'visually-hidden' : undefined}>{words[direction]}</legend>
        {choices.map((choice) => (
          <label key={choice} className={styles.choice}>
            <input
              type="radio"
              name={id}
              value={choice}
              checked={choiceOf(setting) === choice}
              onChange={() => choose(choice)}
            />
            {words[choice]}
          </label>
        ))}
        <span className={styles.amount}>
          <input
            type="text"
            inputMode="decimal"
            autoComplete="off"
            maxLength={8}
            aria-label={words.unitLabel}
            aria-invalid={isRefused}
            aria-describedby={isRefused ? `${id}-refusal` : undefined}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
          <span aria-hidden="true">{words.unit}</span>
          <button type="submit">{words.set}</button>
        </span>
      </fieldset>
      {isRefused && (
        <p className={styles.refusal} id={`${id}-refusal`} role="alert">
          {words.invalid(String(minMegabytes))}
        </p>
      )}
      <p className={styles.note} role="status">
        {savedText(setting)}
      </p>
      <p className={styles.note} id={`${id}-scope`}>
        {words.scope[direction]}
      </p>
    </form>
  );
}

import { Button, type ButtonProps } from 'antd';
import { classNames } from '../../../lib/class-names.js';
import styles from './steady-button.module.css';

interface SteadyButtonProps extends Omit<ButtonProps, 'disabled'> {
  /** Clicks do nothing. */
  isOff: boolean;
}

/** A button disabled by its own click. A natively disabled button would lose keyboard focus. */
export function SteadyButton({ isOff, className, onClick, ...others }: SteadyButtonProps) {
  return (
    <Button
      {...others}
      className={classNames(styles.steady, className)}
      aria-disabled={isOff}
      {...(!isOff && onClick !== undefined && { onClick })}
    />
  );
}

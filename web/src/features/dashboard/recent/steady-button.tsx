import { Button, type ButtonProps } from 'antd';
import { classNames } from '../../../lib/class-names.js';
import styles from './steady-button.module.css';

interface SteadyButtonProps extends Omit<ButtonProps, 'disabled'> {
  /** Clicks do nothing. */
  isOff: boolean;
}

/** A button that its own click switches off: a disabled one would lose the focus of the keyboard. */
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

import { Button, Input, type InputProps } from 'antd';
import { useState } from 'react';
import { Icon } from './icon.js';

interface PasswordFieldProps extends Omit<InputProps, 'type' | 'suffix'> {
  showLabel: string;
  hideLabel: string;
}

/**
 * A password input whose show/hide toggle is a real button, reachable by keyboard. While the password is shown, browsers
 * would otherwise correct it as a text, and some send it to a spell checker on a server.
 */
export function PasswordField({ showLabel, hideLabel, ...input }: PasswordFieldProps) {
  const [isShown, setIsShown] = useState(false);
  return (
    <Input
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      dir="ltr"
      {...input}
      type={isShown ? 'text' : 'password'}
      suffix={
        <Button
          type="text"
          size="small"
          htmlType="button"
          aria-label={isShown ? hideLabel : showLabel}
          aria-pressed={isShown}
          icon={isShown ? <Icon name="eyeOff" /> : <Icon name="eye" />}
          onClick={() => setIsShown(!isShown)}
        />
      }
    />
  );
}

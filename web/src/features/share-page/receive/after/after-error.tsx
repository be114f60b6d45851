import { useState } from 'react';
import { receiverTexts as words } from '../../panel/texts.js';
import shared from '../../shared.module.css';
import type { Receiving } from '../session/use-receiver.js';
import { NewPassword } from './new-password.js';

/** Another place can have what this one lacks. */
const placeErrors: ReadonlySet<string | undefined> = new Set([
  'storage-full',
  'no-room-to-save',
  'not-saved-there',
  'permission-lost',
  'sink-failed',
]);

interface AfterErrorProps {
  code: string | undefined;
  receiving: Receiving;
}

/** What can help after an error: another try, another place, or the password. */
export function AfterError({ code, receiving }: AfterErrorProps) {
  const [isAsking, setIsAsking] = useState(false);
  const ask = (): void => setIsAsking(true);
  if (isAsking) return <NewPassword enter={receiving.enterPassword} />;
  if (code === 'password-changed')
    return <MainButton onClick={ask}>{words.newPassword}</MainButton>;
  if (code === 'blocked-here') return null;
  if (receiving.choosePlace !== null && placeErrors.has(code)) {
    return (
      <div className={shared.actions}>
        <TryAgain receiving={receiving} />
        <button type="button" className={shared.button} onClick={receiving.choosePlace}>
          {words.otherPlace}
        </button>
      </div>
    );
  }
  if (code !== 'access-denied') return <TryAgain receiving={receiving} />;
  // The password was changed or the share has ended: the server does not say which.
  return (
    <div className={shared.actions}>
      <MainButton onClick={ask}>{words.passwordAgain}</MainButton>
      <TryAgain receiving={receiving} className={shared.button} />
    </div>
  );
}

interface MainButtonProps {
  onClick: () => void;
  children: string;
}

function MainButton({ onClick, children }: MainButtonProps) {
  return (
    <button type="button" className={shared.mainButton} onClick={onClick}>
      {children}
    </button>
  );
}

interface TryAgainProps {
  receiving: Receiving;
  className?: string | undefined;
}

export function TryAgain({ receiving, className = shared.mainButton }: TryAgainProps) {
  return (
    <button type="button" className={className} onClick={receiving.retry}>
      {words.tryAgain}
    </button>
  );
}

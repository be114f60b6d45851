import { useState } from 'react';
import { toast } from '../../../../components/toast/index.js';
import { PasswordForm } from '../../password-form.js';
import { describeRefusal } from '../../session/describe-refusal.js';

interface NewPasswordProps {
  enter: (password: string) => Promise<void>;
}

/** In place of the download's buttons: leaving the panel would end the session, and lose what only it holds. */
export function NewPassword({ enter }: NewPasswordProps) {
  const [isVerifying, setIsVerifying] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);

  const submit = async (password: string): Promise<void> => {
    setIsVerifying(true);
    setRefusal(null);
    try {
      await enter(password);
    } catch (error) {
      const { title, message } = describeRefusal(error);
      setRefusal(message);
      toast({ title, description: message, variant: 'destructive' });
    }
    setIsVerifying(false);
  };

  return (
    <PasswordForm
      isVerifying={isVerifying}
      error={refusal}
      onSubmit={(password) => void submit(password)}
    />
  );
}

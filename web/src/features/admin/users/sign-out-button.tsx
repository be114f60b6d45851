import { Button, Modal } from 'antd';
import { toast } from '../../../components/toast/index.js';
import { messageOf } from '../../../lib/http/http.js';
import { adminApi, type AdminUser } from '../api.js';
import { texts } from '../texts.js';

const { management } = texts;

/** Ends all sessions of a user. */
export function SignOutButton({ user }: { user: AdminUser }) {
  const [endSessions, { isLoading }] = adminApi.useEndSessionsMutation();
  const [modal, dialog] = Modal.useModal();
  const end = async (): Promise<void> => {
    const { title, content, keep } = management.signOutQuestion;
    const isSure = await modal.confirm({
      title: title(user.email),
      content,
      okText: management.signOut,
      okButtonProps: { danger: true },
      cancelText: keep,
      focusable: { autoFocusButton: 'cancel' },
    });
    if (!isSure) return;
    try {
      await endSessions(user.id).unwrap();
      toast({ variant: 'success', title: management.signedOut(user.email) });
    } catch (error) {
      const { title, fallback } = management.signOutFailed;
      toast({ variant: 'destructive', title, description: messageOf(error, fallback) });
    }
  };
  return (
    <>
      <Button
        aria-label={management.signOutOf(user.email)}
        loading={isLoading}
        onClick={() => void end()}
      >
        {management.signOut}
      </Button>
      {dialog}
    </>
  );
}

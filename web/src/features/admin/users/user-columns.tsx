import { subscriptionStatuses, type SubscriptionStatus } from '@tandem/proto/browser/plans';
import { Modal, Select, type TableProps } from 'antd';
import { Badge, type BadgeTone } from '../../../components/page/badge.js';
import { Address } from '../../../components/tables/address.js';
import { RowCard } from '../../../components/tables/row-card.js';
import rowCard from '../../../components/tables/row-card.module.css';
import { toast } from '../../../components/toast/index.js';
import { classNames } from '../../../lib/class-names.js';
import { messageOf } from '../../../lib/http/http.js';
import { useHasPayments } from '../../../lib/http/use-config.js';
import { formatCount, formatDay } from '../../../lib/texts/format.js';
import { adminApi, type AdminUser } from '../api.js';
import { usePlanNames } from '../plan-names.js';
import { texts } from '../texts.js';
import { SignOutButton } from './sign-out-button.js';
import { userName } from './user-name.js';
import styles from './users.module.css';

const { management } = texts;
const { columns: names } = management;

function StatusSelect({ user }: { user: AdminUser }) {
  const [setSubscription, { isLoading }] = adminApi.useSetSubscriptionMutation();
  const [modal, dialog] = Modal.useModal();
  const planNames = usePlanNames();
  const hasPayments = useHasPayments();
  const updated = hasPayments ? management.updated : texts.withoutPayments.updated;
  const change = async (subscriptionStatus: SubscriptionStatus): Promise<void> => {
    const { title, content, ok, keep } = management.question;
    const { subscriptionStatus: shownPlan } = user;
    const isSure = await modal.confirm({
      title,
      content: content(user.email, planNames[shownPlan], planNames[subscriptionStatus]),
      okText: ok,
      cancelText: keep,
      focusable: { autoFocusButton: 'cancel' },
    });
    if (!isSure) return;
    try {
      await setSubscription({ userId: user.id, subscriptionStatus, shownPlan }).unwrap();
      toast({ variant: 'success', title: updated });
    } catch (error) {
      const { title, fallback: soldFallback } = management.updateFailed;
      const fallback = hasPayments ? soldFallback : texts.withoutPayments.updateFailed;
      toast({ variant: 'destructive', title, description: messageOf(error, fallback) });
    }
  };
  return (
    <>
      <Select
        className={classNames(styles.select)}
        aria-label={management.changeFor(user.email)}
        value={user.subscriptionStatus}
        disabled={isLoading}
        options={subscriptionStatuses.map((value) => ({ value, label: planNames[value] }))}
        onChange={(status) => void change(status)}
      />
      {dialog}
    </>
  );
}

function Name({ user }: { user: AdminUser }) {
  return (
    <span className={styles.name}>
      <span translate="no">{userName(user)}</span>
      {user.isAdmin && <Badge tone="accent">{management.admin}</Badge>}
    </span>
  );
}

const planTones: Record<SubscriptionStatus, BadgeTone> = {
  free: 'neutral',
  active: 'accent',
  proforever: 'signal',
};

function Plan({ status }: { status: SubscriptionStatus }) {
  return <Badge tone={planTones[status]}>{usePlanNames()[status]}</Badge>;
}

type UserColumns = NonNullable<TableProps<AdminUser>['columns']>;
type Directions = NonNullable<UserColumns[number]['sortDirections']>;

/** Clicks on a header select these in turn. The third repeats the first: without it a click would switch sorting off. */
const fromA: Directions = ['ascend', 'descend', 'ascend'];
const fromNewest: Directions = ['descend', 'ascend', 'descend'];

export const wideUserColumns: UserColumns = [
  {
    title: names.name,
    key: 'name',
    sorter: true,
    sortDirections: fromA,
    render: (_value, user) => <Name user={user} />,
  },
  {
    title: names.email,
    dataIndex: 'email',
    key: 'email',
    sorter: true,
    sortDirections: fromA,
    width: 216,
    render: (value: string) => (
      <span className={styles.email}>
        <Address text={value} />
      </span>
    ),
  },
  {
    title: names.status,
    dataIndex: 'subscriptionStatus',
    width: 116,
    render: (value: SubscriptionStatus) => <Plan status={value} />,
  },
  {
    title: names.used,
    dataIndex: 'sharesUsedThisMonth',
    align: 'end',
    width: 76,
    render: (value: number) => formatCount(value),
  },
  {
    title: names.joined,
    dataIndex: 'createdAt',
    key: 'joined',
    sorter: true,
    sortDirections: fromNewest,
    width: 108,
    onCell: () => ({ className: classNames(styles.date) }),
    render: (value: string) => formatDay(value),
  },
  {
    title: names.change,
    key: 'change',
    width: 168,
    render: (_value, user) => <StatusSelect user={user} />,
  },
  {
    title: names.sessions,
    key: 'sessions',
    width: 122,
    render: (_value, user) => <SignOutButton user={user} />,
  },
];

/** One card per user, for phones. */
export const narrowUserColumns: UserColumns = [
  {
    title: names.name,
    key: 'user',
    render: (_value, user) => (
      <RowCard>
        <Name user={user} />
        <Plan status={user.subscriptionStatus} />
        <span className={rowCard.wide}>
          <Address text={user.email} />
        </span>
        <small className={rowCard.wide}>
          {names.joined} {formatDay(user.createdAt)} · {names.used}{' '}
          {formatCount(user.sharesUsedThisMonth)}
        </small>
        <div className={classNames(rowCard.wide, styles.controls)}>
          <StatusSelect user={user} />
          <SignOutButton user={user} />
        </div>
      </RowCard>
    ),
  },
];

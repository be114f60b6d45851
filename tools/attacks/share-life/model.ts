/**
 * What the specification allows in the life of the shares of one owner, pure: from a state and a call to the answer and
 * the next state. Time does not pass in it.
 */

export const freeShares = 3;
/** Every guess comes from a network of its own, so the third stops the share. */
export const wrongPasswordLimit = 3;
export const passwords = ['correct horse 7 a', 'battery staple 9 b', 'gravel window 5 c'] as const;
export const wrongPassword = 'zzzz-zzzz-zzzz';

type Each<Type, Fields> = Type extends string ? { type: Type } & Fields : never;

/** `password`: the index in `passwords`; -1 is none of them. `device`: a session of the owner. */
export type Call =
  | { type: 'create'; device: number; slot: number }
  | { type: 'open'; slot: number; password: number; asOther: boolean; grantId: string }
  | { type: 'open-own'; slot: number; device: number; grantId: string }
  | { type: 'guess-own'; slot: number; device: number }
  | { type: 'renew'; slot: number; grantId: string; device: number }
  | { type: 'report'; slot: number; grantId: string; deliveryId: string }
  | { type: 'report-password'; slot: number; password: number; deliveryId: string }
  | { type: 'deliver'; slot: number; device: number; deliveryId: string }
  | Each<'stop' | 'restart' | 'delete', { slot: number; device: number }>
  | { type: 'limit'; slot: number; device: number; downloads: number | null }
  | { type: 'expiry'; slot: number; device: number; days: number }
  | { type: 'password'; slot: number; device: number; password: number }
  | { type: 'foreign'; slot: number; by: 'other' | 'visitor'; action: ForeignAction }
  | Each<'sign-out' | 'sign-out-everywhere', { device: number }>
  | { type: 'admin-list' };

export const foreignActions = ['stop', 'restart', 'delete', 'edit', 'deliver'] as const;
export type ForeignAction = (typeof foreignActions)[number];

type StopReason = 'owner' | 'wrong-passwords' | 'download-limit';

interface Share {
  /** Null while it is active. */
  stopReason: StopReason | null;
  /** Its wrong passwords have reached the limit. */
  isGuessed: boolean;
  wrong: number;
  password: number;
  /** -1: none. */
  previousPassword: number;
  epoch: number;
  maxDownloads: number | null;
  delivered: number;
  reports: Readonly<Record<string, { sender?: true; recipient?: true }>>;
}

interface Grant {
  slot: number;
  epoch: number;
  /** The session of a sender's grant; null for a recipient's. */
  device: number | null;
}

export interface State {
  plan: 'free' | 'active';
  used: number;
  openDevices: readonly boolean[];
  shares: Readonly<Record<number, Share>>;
  grants: Readonly<Record<string, Grant>>;
}

export const initial: State = {
  plan: 'free',
  used: 0,
  openDevices: [true, true],
  shares: {},
  grants: {},
};

/** `answer`: the status, with the reason of a refusal, or of the stop of a share that the answer shows. */
export interface Step {
  state: State;
  answer: string;
}

const newShare: Share = {
  stopReason: null,
  isGuessed: false,
  wrong: 0,
  password: 0,
  previousPassword: -1,
  epoch: 0,
  maxDownloads: null,
  delivered: 0,
  reports: {},
};

const denied = '403 access-denied';

const withShare = (state: State, slot: number, change: Partial<Share>): State => {
  const share = { ...(state.shares[slot] ?? newShare), ...change };
  return { ...state, shares: { ...state.shares, [slot]: share } };
};

const shown = ({ stopReason }: Share): string => `200 ${stopReason ?? 'active'}`;

const isUsedUp = ({ maxDownloads, delivered }: Share): boolean =>
  maxDownloads !== null && delivered >= maxDownloads;

/** A wrong password that the server has compared. */
const afterWrong = (share: Share, password: number): Share => {
  if (password === share.previousPassword && password >= 0) return share;
  const wrong = share.wrong + 1;
  if (wrong < wrongPasswordLimit) return { ...share, wrong };
  return { ...share, wrong, isGuessed: true, stopReason: share.stopReason ?? 'wrong-passwords' };
};

const stopIfUsedUp = (share: Share): Share =>
  share.stopReason === null && isUsedUp(share) ? { ...share, stopReason: 'download-limit' } : share;

const isBeyondPlan = ({ plan, used }: State): boolean => plan === 'free' && used > freeShares;

type CallOf<Type extends Call['type']> = Extract<Call, { type: Type }>;

/** The calls of the owner about one of their shares. */
const ownersStep = (
  state: State,
  share: Share,
  call: CallOf<
    | 'open-own'
    | 'guess-own'
    | 'deliver'
    | 'stop'
    | 'restart'
    | 'delete'
    | 'limit'
    | 'expiry'
    | 'password'
  >,
): Step => {
  const become = (changed: Share, answer = '200'): Step => ({
    state: withShare(state, call.slot, changed),
    answer,
  });
  switch (call.type) {
    case 'open-own': {
      if (share.stopReason !== null) return { state, answer: '409 share-ended' };
      const grant = { slot: call.slot, epoch: share.epoch, device: call.device };
      return {
        state: { ...state, grants: { ...state.grants, [call.grantId]: grant } },
        answer: '200',
      };
    }
    case 'guess-own':
      return { state, answer: denied };
    case 'deliver': {
      const known = share.reports[call.deliveryId] ?? {};
      const reports = { ...share.reports, [call.deliveryId]: { ...known, sender: true as const } };
      const delivered = share.delivered + (known.sender ? 0 : 1);
      return become(stopIfUsedUp({ ...share, reports, delivered }));
    }
    case 'stop': {
      const stopped: Share = { ...share, stopReason: share.stopReason ?? 'owner' };
      return become(stopped, shown(stopped));
    }
    case 'restart': {
      if (share.stopReason === null) return become(share, shown(share));
      if (isBeyondPlan(state)) return { state, answer: '403 share-limit-reached' };
      const fresh = { stopReason: null, isGuessed: false, wrong: 0, delivered: 0 };
      const restarted = { ...share, ...fresh, epoch: share.epoch + 1 };
      return become(restarted, shown(restarted));
    }
    case 'delete':
      return { state, answer: '409 share-not-expired' };
    case 'limit': {
      const { downloads } = call;
      const isTooLow = downloads !== null && downloads <= share.delivered;
      if (isTooLow && share.stopReason === null)
        return { state, answer: '400 download-limit-too-low' };
      return become(stopIfUsedUp({ ...share, maxDownloads: downloads }));
    }
    case 'expiry':
      return {
        state,
        answer: call.days > 7 && state.plan === 'free' ? '400 expiry-out-of-range' : '200',
      };
    case 'password': {
      if (call.password === share.password) return become(share);
      const { password: previousPassword, epoch } = share;
      return become({ ...share, password: call.password, previousPassword, epoch: epoch + 1 });
    }
  }
};

const createStep = (state: State, { slot }: CallOf<'create'>): Step => {
  if (state.plan === 'free' && state.used >= freeShares)
    return { state, answer: '403 share-limit-reached' };
  return { state: withShare({ ...state, used: state.used + 1 }, slot, {}), answer: '201' };
};

const openStep = (state: State, share: Share, call: CallOf<'open'>): Step => {
  if (share.stopReason !== null) return { state, answer: denied };
  if (call.password !== share.password)
    return { state: withShare(state, call.slot, afterWrong(share, call.password)), answer: denied };
  const grant = { slot: call.slot, epoch: share.epoch, device: null };
  return { state: { ...state, grants: { ...state.grants, [call.grantId]: grant } }, answer: '200' };
};

const renewStep = (state: State, share: Share, { grantId, device }: CallOf<'renew'>): Step => {
  const grant = state.grants[grantId];
  const isOpen = share.stopReason === null && grant?.epoch === share.epoch;
  const isHolder =
    grant?.device === null || (grant?.device === device && state.openDevices[device] === true);
  return { state, answer: isOpen && isHolder ? '200' : denied };
};

const reported = (state: State, slot: number, share: Share, deliveryId: string): Step => {
  const known = share.reports[deliveryId] ?? {};
  const reports = { ...share.reports, [deliveryId]: { ...known, recipient: true as const } };
  return { state: withShare(state, slot, { reports }), answer: '200' };
};

/** A report needs no active share: the transfer may have ended with it. */
const reportStep = (
  state: State,
  share: Share,
  call: CallOf<'report' | 'report-password'>,
): Step => {
  if (call.type === 'report') {
    const isRecipient = state.grants[call.grantId]?.device === null;
    return isRecipient
      ? reported(state, call.slot, share, call.deliveryId)
      : { state, answer: denied };
  }
  if (share.isGuessed) return { state, answer: denied };
  if (call.password === share.password) return reported(state, call.slot, share, call.deliveryId);
  return { state: withShare(state, call.slot, afterWrong(share, call.password)), answer: denied };
};

export const step = (state: State, call: Call): Step => {
  if (call.type === 'admin-list') return { state, answer: '200' };
  if (call.type === 'foreign')
    return { state, answer: call.by === 'other' ? '404 share-not-found' : '401' };
  const isSignedIn = 'device' in call && state.openDevices[call.device] === true;
  if (call.type === 'sign-out') {
    const openDevices = state.openDevices.map((isOpen, device) => isOpen && device !== call.device);
    return { state: { ...state, openDevices }, answer: '200' };
  }
  if (call.type === 'sign-out-everywhere')
    return isSignedIn
      ? { state: { ...state, openDevices: state.openDevices.map(() => false) }, answer: '200' }
      : { state, answer: '401' };
  if (call.type === 'create')
    return isSignedIn ? createStep(state, call) : { state, answer: '401' };
  const share = state.shares[call.slot];
  if (!share) throw new Error(`no share in slot ${String(call.slot)}`);
  switch (call.type) {
    case 'open':
      return openStep(state, share, call);
    case 'renew':
      return renewStep(state, share, call);
    case 'report':
    case 'report-password':
      return reportStep(state, share, call);
    case 'open-own':
      // Without a session it is the call of a visitor without a password.
      return isSignedIn
        ? ownersStep(state, share, call)
        : { state, answer: '400 password-required' };
    case 'guess-own':
      if (isSignedIn) return ownersStep(state, share, call);
      return share.stopReason === null
        ? { state: withShare(state, call.slot, afterWrong(share, -1)), answer: denied }
        : { state, answer: denied };
    default:
      return isSignedIn ? ownersStep(state, share, call) : { state, answer: '401' };
  }
};

export interface Answered {
  call: Call;
  answer: string;
}

const orders = <Item>(items: readonly Item[]): Item[][] =>
  items.length === 0
    ? [[]]
    : items.flatMap((first, index) =>
        orders(items.toSpliced(index, 1)).map((rest) => [first, ...rest]),
      );

const sortKeys = (_key: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
    : value;

/** Equal for equal states: calls that overlapped add shares and grants in any order. */
const keyOf = (state: State): string => JSON.stringify(state, sortKeys);

/**
 * The states after the calls in this order, if it explains their answers. A call is authenticated when it begins, so that a
 * sign-out that overlaps it need not stop it.
 */
const statesInOrder = (start: State, order: readonly Answered[]): State[] =>
  order.reduce<State[]>(
    (states, { call, answer }) =>
      states.flatMap((state) =>
        [state.openDevices, start.openDevices].flatMap((openDevices) => {
          const next = step({ ...state, openDevices }, call);
          const stillOpen = next.state.openDevices.map(
            (isOpen, device) => isOpen && state.openDevices[device] === true,
          );
          return next.answer === answer ? [{ ...next.state, openDevices: stillOpen }] : [];
        }),
      ),
    [start],
  );

/** The states in which calls that overlapped may have left the shares; empty if no order of them explains the answers. */
export const statesAfter = (states: readonly State[], round: readonly Answered[]): State[] => {
  const after = orders(round).flatMap((order) =>
    states.flatMap((start) => statesInOrder(start, order)),
  );
  return [...new Map(after.map((state) => [keyOf(state), state])).values()];
};

/** What the list of shares shows of one. */
export const rowOf = ({ stopReason, delivered, maxDownloads, reports }: Share) => ({
  isActive: stopReason === null,
  stopReason,
  deliveredCount: delivered,
  maxDownloads,
  downloadCount: Object.values(reports).filter(({ sender, recipient }) => sender && recipient)
    .length,
});

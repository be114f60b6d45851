import {
  compareHeads,
  oldestKept,
  type AskedEntry,
  type HeadFault,
  type RememberedHead,
} from '@tandem/proto/browser/audit/audit-head';
import type { AuditHead, AuditHeadParams, OwnerHead } from '@tandem/proto/browser/http/audit';
import { defaultPolicy } from '@tandem/proto/browser/policy';
import { useSignedInUser } from '../../../lib/account/user-api.js';
import { baseApi, pollingIntervalMs } from '../../../lib/http/base-api.js';
import type { ApiFailure } from '../../../lib/http/http.js';
import { useConfig } from '../../../lib/http/use-config.js';
import { forgetHead, rememberedHead, rememberHead, rememberSavedHead } from './remembered-head.js';

/** `refused`: the server does not sign the log, because it is not consistent with what it signed before. */
export type LogFault = HeadFault | 'refused';

export interface CheckedHead {
  fault: LogFault | null;
  /** Position of the entry that is missing or replaced. */
  seq: number;
  /** What this browser had before. */
  remembered: RememberedHead | null;
  /** Null when the server refused. */
  answer: OwnerHead | null;
  /** False from a service of an earlier version: this browser remembers nothing of the answer. */
  isProven: boolean;
}

interface Asked {
  uid: string;
  retentionMonths: number;
}

/** How often the log signs a head. */
const headIntervalMs = 600_000;

/** The user may have saved a head while this one was compared. */
const withSavedSizes = (uid: string, next: RememberedHead): RememberedHead => {
  const savedSizes = rememberedHead(uid)?.savedSizes;
  return savedSizes ? { ...next, savedSizes } : next;
};

const isRefusal = ({ reason }: ApiFailure): boolean => reason === 'audit-log-damaged';

const headApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    checkHead: build.query<CheckedHead, Asked>({
      queryFn: async ({ uid, retentionMonths }, _api, _options, request) => {
        const remembered = rememberedHead(uid);
        const params: AuditHeadParams = {
          userId: uid,
          fromSize: String(remembered?.head.size ?? 0),
          ownSeq: String(remembered?.own?.seq ?? 0),
        };
        const { data, error } = await request({ url: '/audit-logs/head', params });
        if (error)
          return isRefusal(error)
            ? { data: { fault: 'refused', seq: 0, remembered, answer: null, isProven: true } }
            : { error };
        // The comparison treats an answer of another form as invalid.
        const answer = data as OwnerHead;
        const nowMs = Date.now();
        const entry = oldestKept(remembered, nowMs);
        let asked: AskedEntry | undefined;
        if (entry && entry.seq !== remembered?.own?.seq) {
          const about = { ...params, ownSeq: String(entry.seq) };
          const other = await request({ url: '/audit-logs/head', params: about });
          if (other.error) return { error: other.error };
          asked = { entry, hash: (other.data as OwnerHead).ownHash ?? null };
        }
        const context = { ownerUid: uid, nowMs, retentionMonths, asked };
        const verdict = await compareHeads(remembered, answer, context);
        const { fault, next, seq = 0, isUnproven = false } = verdict;
        if (fault === null && next) rememberHead(uid, withSavedSizes(uid, next));
        return { data: { fault, seq, remembered, answer, isProven: !isUnproven } };
      },
    }),
  }),
});

/** The log's head, compared with the one that this browser remembers. */
export const useCheckedHead = () => {
  const uid = useSignedInUser()?.uid;
  const config = useConfig();
  const months = config?.policy.auditRetentionMonths;
  const retentionMonths = typeof months === 'number' ? months : defaultPolicy.auditRetentionMonths;
  const isReady = uid !== undefined && config !== null;
  const asked: Asked = { uid: uid ?? '', retentionMonths };
  // Otherwise a short failure would leave the log of this visit unchecked.
  // `isError` is false during the next attempt.
  const hasFailed = headApi.endpoints.checkHead.useQueryState(asked).error !== undefined;
  const { data, refetch } = headApi.useCheckHeadQuery(asked, {
    skip: !isReady,
    pollingInterval: hasFailed ? pollingIntervalMs : headIntervalMs,
    refetchOnMountOrArgChange: true,
  });
  return {
    checked: data,
    hasFailed,
    noteSaved: (head: AuditHead): void => {
      if (uid !== undefined) rememberSavedHead(uid, head);
    },
    /** Starts to remember the log as it is. */
    accept: (): void => {
      if (uid === undefined) return;
      forgetHead(uid);
      void refetch();
    },
  };
};

import {
  compareHeads,
  oldestKept,
  type HeadVerdict,
  type RememberedHead,
} from '@tandem/proto/browser/audit/audit-head';
import { ownerHead, type OwnerHead } from '@tandem/proto/browser/http/audit';
import type { Stack } from '../harness.js';

export const retentionMonths = 12;

export type Answer = OwnerHead;

/** The owner's browser, played by the code that the page runs; it reaches the service over gRPC. */
export const ownerBrowser = ({ client, clock }: Stack) => {
  /** What the gateway answers and the browser reads. */
  const answerFor = async (
    ownerUid: string,
    remembered: RememberedHead | null,
    ownSeq = remembered?.own?.seq ?? 0,
  ): Promise<Answer> => {
    const fromSize = remembered?.head.size ?? 0;
    const { head, newest, retention, consistency, ownHash } = await client.getHead({
      ownerUid,
      fromSize,
      ownSeq,
    });
    return ownerHead.parse({
      head: { ...head, at: head?.at?.toISOString() },
      consistency,
      newest: newest ? { ...newest, createdAt: newest.createdAt?.toISOString() } : null,
      ownHash: ownHash || null,
      retention: retention ?? null,
    });
  };

  const compare = async (
    ownerUid: string,
    remembered: RememberedHead | null,
    change = (answer: Answer): Answer => answer,
  ): Promise<HeadVerdict> => {
    const nowMs = clock.now.getTime();
    const answer = change(await answerFor(ownerUid, remembered));
    const entry = oldestKept(remembered, nowMs);
    const asked = entry && {
      entry,
      hash: (await answerFor(ownerUid, remembered, entry.seq)).ownHash,
    };
    return compareHeads(remembered, answer, { ownerUid, nowMs, retentionMonths, asked });
  };

  return { answerFor, compare };
};

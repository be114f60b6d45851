import { Fragment, useEffect, useState } from 'react';
import { formatBytes, formatStoredSize, parseBytes } from '../../../../lib/texts/format.js';
import type { SavePlan } from '../../../../transfer/api.js';
import type { LoadEngine } from '../../session/engine-port.js';
import { arrivedFile } from '../session/arrived.js';
import { savingTexts as words } from '../texts.js';
import styles from './before-download.module.css';

/** Bytes that can be stored; null if the file fits, or that is not known. */
const shortageOf = (plan: SavePlan | null, totalBytes: number | null): number | null => {
  const maxBytes = plan?.maxBytes ?? null;
  return totalBytes !== null && maxBytes !== null && totalBytes > maxBytes ? maxBytes : null;
};

/**
 * Null until the engine has answered. If it cannot be loaded, the click on Download reports it. What has arrived counts
 * as used, so there is no new plan after the start.
 */
const useSavePlan = (
  shareId: string,
  totalBytes: number | null,
  loadEngine: LoadEngine,
  isReady: boolean,
): SavePlan | null => {
  const [plan, setPlan] = useState<SavePlan | null>(null);
  const [looks, setLooks] = useState(0);
  useEffect(() => {
    if (!isReady) return undefined;
    let isUnmounted = false;
    void loadEngine()
      .then((engine) => engine.planSaving(totalBytes, arrivedFile(shareId)?.fileId ?? null))
      .then(
        (planned) => {
          if (!isUnmounted) setPlan(planned);
        },
        () => undefined,
      );
    return () => {
      isUnmounted = true;
    };
  }, [shareId, totalBytes, loadEngine, isReady, looks]);

  const isWatched = isReady && shortageOf(plan, totalBytes) !== null;
  useEffect(() => {
    if (!isWatched) return undefined;
    // The user may have freed space in another window.
    const look = (): void => setLooks((before) => before + 1);
    addEventListener('focus', look);
    // Phones may give no focus to a page that becomes visible.
    document.addEventListener('visibilitychange', look);
    return () => {
      removeEventListener('focus', look);
      document.removeEventListener('visibilitychange', look);
    };
  }, [isWatched]);
  return plan;
};

/** Bytes of an earlier download of the share that was interrupted, or not saved; null without any. */
export const useArrived = (shareId: string, loadEngine: LoadEngine) => {
  const [arrived, setArrived] = useState<{ bytes: number; totalBytes: number } | null>(null);
  useEffect(() => {
    const known = arrivedFile(shareId);
    // The part of an earlier version, whose name lacks the share, is not resumed: the download replaces it.
    if (known?.fileId.startsWith(`${shareId} `) !== true) return undefined;
    let isUnmounted = false;
    void loadEngine()
      .then((engine) => engine.storedBytes(known.fileId))
      .then(
        (bytes) => {
          const { totalBytes } = known;
          if (!isUnmounted && bytes > 0) setArrived({ bytes, totalBytes });
        },
        () => undefined,
      );
    return () => {
      isUnmounted = true;
    };
  }, [shareId, loadEngine]);
  return arrived;
};

interface Row {
  label: string;
  value: string;
}

/** @param size as the share states it. */
const spaceText = ({ kind, needed }: SavePlan, size: string, totalBytes: number | null): string => {
  if (needed === null) return size;
  const { saved, stored } = needed;
  if (kind === 'picker' && stored > 0)
    return words.plan.twoPlaces(formatBytes(saved), formatBytes(stored));
  const bytes = saved + stored;
  return bytes === totalBytes ? size : words.plan.twice(formatBytes(bytes));
};

/** Null for a file that arrives where it is saved. */
const copyText = ({ kind, survivesReload }: SavePlan): string | null => {
  const { keptAfterwards, keptUntilSaved, unfinished } = words.plan;
  if (kind === 'picker' && survivesReload === true) return `${keptUntilSaved} ${unfinished}`;
  if (kind !== 'opfs') return null;
  return survivesReload === true ? `${keptAfterwards} ${unfinished}` : keptAfterwards;
};

/** The table of a plan. */
const planRows = (plan: SavePlan, size: string, totalBytes: number | null): Row[] => {
  const { plan: texts } = words;
  const isPicked = plan.kind === 'picker';
  const copy = copyText(plan);
  return [
    { label: texts.savedTo, value: isPicked ? texts.chosenPlace : texts.downloads },
    { label: texts.spaceNeeded, value: spaceText(plan, size, totalBytes) },
    ...(plan.kind === 'memory' ? [{ label: texts.memoryNeeded, value: size }] : []),
    {
      label: texts.afterReload,
      value: plan.survivesReload === true ? texts.continues : texts.startsAgain,
    },
    ...(copy === null ? [] : [{ label: texts.temporaryCopy, value: copy }]),
  ];
};

const arrivedText = (bytes: number, totalBytes: number): string => {
  const size = formatBytes(totalBytes);
  return bytes < totalBytes ? words.arrived(formatBytes(bytes), size) : words.allArrived(size);
};

interface BeforeDownloadProps {
  shareId: string;
  /** As stated by the share. */
  fileSize: string;
  loadEngine: LoadEngine;
  /** The download has not started. A shortage is shown later too. */
  isReady: boolean;
}

/** Whether this browser can take the file, where it will be saved, and what to do if it does not fit. */
export function BeforeDownload(props: BeforeDownloadProps) {
  const { shareId, fileSize, loadEngine, isReady } = props;
  const arrived = useArrived(shareId, loadEngine);
  const totalBytes = parseBytes(fileSize);
  const plan = useSavePlan(shareId, totalBytes, loadEngine, isReady);
  if (plan === null) return null;
  const maxBytes = shortageOf(plan, totalBytes);
  if (maxBytes !== null) {
    return (
      <div className={styles.shortage} role="alert">
        <p>{words.shortage(formatStoredSize(fileSize), formatBytes(maxBytes))}</p>
        <ul>
          {words.remedies.map((remedy) => (
            <li key={remedy}>{remedy}</li>
          ))}
        </ul>
      </div>
    );
  }
  if (!isReady) return null;
  return (
    <div className={styles.plan}>
      {arrived !== null && <p role="status">{arrivedText(arrived.bytes, arrived.totalBytes)}</p>}
      <p>
        <strong>{words.title}</strong>
      </p>
      <dl className={styles.rows}>
        {planRows(plan, formatStoredSize(fileSize), totalBytes).map(({ label, value }) => (
          <Fragment key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </Fragment>
        ))}
      </dl>
    </div>
  );
}

import { Button } from 'antd';
import { useState } from 'react';
import { classNames } from '../../../../lib/class-names.js';
import type { FileShare } from '../../api.js';
import { shareStatus } from '../../share-status.js';
import { texts } from '../../texts.js';
import { SteadyButton } from '../steady-button.js';
import styles from './bulk-bar.module.css';
import { copyLinks, useBulkActions } from './use-bulk-actions.js';

const { bulk } = texts;

interface BulkBarProps {
  /** The shares on the page. */
  shares: readonly FileShare[];
  selected: ReadonlySet<string>;
  onSelect: (shareIds: ReadonlySet<string>) => void;
  onDone: () => void;
}

/** What can be done with the selected shares. */
export function BulkBar({ shares, selected, onSelect, onDone }: BulkBarProps) {
  const [isBusy, setIsBusy] = useState(false);
  const { stop, remove, dialog } = useBulkActions();
  // A share may have left the list since it was selected.
  const chosen = shares.filter(({ shareId }) => selected.has(shareId));
  const active = chosen.filter((share) => shareStatus(share).kind === 'active');
  const expired = chosen.filter((share) => shareStatus(share).kind === 'expired');
  const open = chosen.filter((share) => shareStatus(share).kind !== 'expired');
  const run = async (action: Promise<unknown>): Promise<void> => {
    setIsBusy(true);
    await action.finally(() => setIsBusy(false));
  };
  return (
    <div className={styles.bar} role="toolbar" aria-label={bulk.title}>
      <p aria-live="polite">{bulk.selected(chosen.length)}</p>
      <SteadyButton
        size="small"
        isOff={chosen.length === shares.length}
        onClick={() => onSelect(new Set(shares.map(({ shareId }) => shareId)))}
      >
        {bulk.all}
      </SteadyButton>
      <SteadyButton
        size="small"
        isOff={isBusy || open.length === 0}
        onClick={() => void run(copyLinks(open))}
      >
        {bulk.copy}
      </SteadyButton>
      <SteadyButton
        size="small"
        isOff={isBusy || active.length === 0}
        onClick={() => void run(stop(active))}
      >
        {bulk.stop(active.length)}
      </SteadyButton>
      <SteadyButton
        size="small"
        danger
        isOff={isBusy || expired.length === 0}
        onClick={() => void run(remove(expired))}
      >
        {bulk.remove(expired.length)}
      </SteadyButton>
      <Button size="small" type="primary" className={classNames(styles.done)} onClick={onDone}>
        {bulk.done}
      </Button>
      {dialog}
    </div>
  );
}

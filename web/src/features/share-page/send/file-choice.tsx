import { useEffect, useId, useRef, useState } from 'react';
import { useFileDrop } from '../../../components/files/use-file-drop.js';
import { canPickFolder, useFilePicker } from '../../../components/files/use-file-picker.js';
import { ProgressLine } from '../../../components/progress-line.js';
import { toast } from '../../../components/toast/index.js';
import { useLeaveWarning } from '../../../lib/browser/leave-warning.js';
import {
  hasSharedSize,
  matchesShare,
  distinguish,
  type SharedFile,
} from '../../../lib/files/matches-share.js';
import { faultText, underName, type ChosenFile } from '../../../lib/files/one-file.js';
import { packSelection, type Packing } from '../../../lib/files/packing.js';
import type { Selection } from '../../../lib/files/selection.js';
import { findExpectedFile } from '../../../lib/links/expected-file.js';
import { describePercent } from '../../../lib/texts/figures.js';
import { Callout } from '../panel/panel-parts.js';
import type { OpenedShare } from '../session/share-api.js';
import shared from '../shared.module.css';
import styles from './sender-panel.module.css';
import { senderTexts as words } from './texts.js';

interface Doubtful {
  chosen: ChosenFile;
  expected: SharedFile;
}

interface OtherFileProps {
  doubtful: Doubtful;
  onChosen: (chosen: ChosenFile) => void;
}

/** Recipients refuse a file of another name or size than the share's. Only the name can be given to it. */
function OtherFile({ doubtful: { chosen, expected }, onChosen }: OtherFileProps) {
  const { file } = chosen;
  const { filename } = expected;
  const canSend = hasSharedSize(file, expected);
  return (
    <Callout tone="warning" isUrgent>
      <p>{words.mismatch(...distinguish(file, expected))}</p>
      <p>{canSend ? words.sentAs(filename) : words.otherSize}</p>
      {canSend && (
        <button
          type="button"
          className={shared.button}
          onClick={() => onChosen({ ...chosen, file: underName(file, filename) })}
        >
          {words.useAnyway}
        </button>
      )}
    </Callout>
  );
}

function PackingNote({ packing, onCancel }: { packing: Packing; onCancel: () => void }) {
  const textId = useId();
  return (
    <div className={styles.packing}>
      <p>
        <span id={textId}>{words.packing(packing.count)}</span>
        <span>{describePercent(packing.percent)}</span>
      </p>
      <ProgressLine percent={packing.percent} label={words.packingLabel} />
      <button
        type="button"
        className={shared.button}
        // The button that chose the files is disabled.
        autoFocus
        aria-describedby={textId}
        onClick={onCancel}
      >
        {words.cancelPacking}
      </button>
    </div>
  );
}

interface FileChoiceProps {
  share: OpenedShare;
  onChosen: (chosen: ChosenFile) => void;
}

/** Asks for confirmation before sending a file of another name, and sends none of another size. */
export function FileChoice({ share, onChosen }: FileChoiceProps) {
  const [doubtful, setDoubtful] = useState<Doubtful | null>(null);
  const [isReading, setIsReading] = useState(false);
  const [packing, setPacking] = useState<Packing | null>(null);
  const reading = useRef<AbortController>(null);
  useEffect(() => () => reading.current?.abort(), []);
  useLeaveWarning('packing', packing !== null);
  const end = (): void => {
    setPacking(null);
    setIsReading(false);
  };
  const cancel = (): void => {
    reading.current?.abort();
    end();
  };
  const choose = async (selecting: Promise<Selection | null>): Promise<void> => {
    const { signal } = (reading.current = new AbortController());
    setIsReading(true);
    try {
      const selection = await selecting;
      if (selection === null) return;
      const chosen = await packSelection(selection, signal, setPacking);
      const expected = await findExpectedFile(share);
      signal.throwIfAborted();
      if (expected.refusal !== null) toast({ variant: 'destructive', ...expected.refusal });
      else if (matchesShare(chosen.file, expected.file)) onChosen(chosen);
      else setDoubtful({ chosen, expected: expected.file });
    } catch (error) {
      if (signal.aborted) return;
      const { title, description } = words.toasts.failedToStart;
      toast({ variant: 'destructive', title, description: faultText(error) ?? description });
    } finally {
      if (!signal.aborted) end();
    }
  };
  const labels = { files: words.choose, folder: words.chooseFolder };
  const picker = useFilePicker({ labels, onSelect: choose });
  useFileDrop({ isDisabled: isReading, onSelect: choose });
  // Folders and several files are shared as a ZIP; a .zip may also be a single file.
  const mayBeFolder = share.filename.endsWith('.zip') && canPickFolder();
  return (
    <div className={styles.choice}>
      {picker.inputs}
      {packing !== null && <PackingNote packing={packing} onCancel={cancel} />}
      {/* Hidden while another selection is read: both would be sent, one after the other. */}
      {doubtful !== null && !isReading && <OtherFile doubtful={doubtful} onChosen={onChosen} />}
      <button
        type="button"
        className={shared.mainButton}
        autoFocus
        disabled={isReading}
        onClick={() => void picker.open('files')}
      >
        {isReading ? words.reading : doubtful === null ? words.choose : words.chooseOther}
      </button>
      {mayBeFolder && <p className={shared.intro}>{words.drop}</p>}
      {mayBeFolder && (
        <button
          type="button"
          className={shared.button}
          disabled={isReading}
          onClick={() => void picker.open('folder')}
        >
          {words.chooseFolder}
        </button>
      )}
    </div>
  );
}

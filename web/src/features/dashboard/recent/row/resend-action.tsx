import { useFilePicker } from '../../../../components/files/use-file-picker.js';
import { Icon } from '../../../../components/icon.js';
import { ProgressLine } from '../../../../components/progress-line.js';
import { describePercent } from '../../../../lib/texts/figures.js';
import type { FileShare } from '../../api.js';
import { useResend } from '../../resume/use-resend.js';
import { useTakeOver } from '../../resume/use-take-over.js';
import { texts } from '../../texts.js';
import { RowAction } from './row-action.js';
import styles from './share-row.module.css';

const { recent, upload } = texts;

/** Resumes an active share that this tab does not send, for example after a reload. */
export function ResendAction({ share }: { share: FileShare }) {
  const labels = {
    files: recent.send(share.filename),
    folder: recent.sendFolder(share.filename),
  };
  const picker = useFilePicker({ labels, onSelect: (selecting) => resend.choose(selecting) });
  const { confirm, dialog } = useTakeOver();
  const resend = useResend(share, picker.open, confirm);
  const choice = resend.isFolder
    ? { label: labels.folder, text: recent.chooseFolder }
    : { label: labels.files, text: recent.chooseFile };
  const again = resend.isDropped
    ? { label: recent.sendDropped(share.filename), text: recent.drop }
    : choice;
  const { label, text } = resend.isRemembered
    ? { label: recent.resume(share.filename), text: recent.resumeSending }
    : again;
  if (resend.packing !== null) {
    const { percent } = resend.packing;
    return (
      <>
        <span className={styles.packing}>
          {describePercent(percent)}
          <ProgressLine percent={percent} label={`${upload.packingLabel}: ${share.filename}`} />
        </span>
        <RowAction
          key="cancel"
          label={`${upload.cancelPacking}: ${share.filename}`}
          text={upload.cancelPacking}
          icon={<Icon name="close" />}
          onClick={resend.cancel}
        />
        {dialog}
      </>
    );
  }
  return (
    <>
      {picker.inputs}
      <RowAction label={label} text={text} icon={<Icon name="send" />} onClick={resend.start} />
      {dialog}
    </>
  );
}

import { Button } from 'antd';
import { useState } from 'react';
import { Icon } from '../../components/icon.js';
import { toast } from '../../components/toast/index.js';
import { useSignedInUser } from '../../lib/account/user-api.js';
import { messageOf } from '../../lib/http/http.js';
import { auditApi } from './api.js';
import type { Alarm } from './audit-alarm.js';
import { exportAuditLogs } from './export-csv.js';
import { texts } from './texts.js';

interface ExportProps {
  /** Called when the exported head has failed its check, which a toast would show for seconds only. */
  onAlarm: (alarm: Alarm) => void;
}

export function ExportButton({ onAlarm }: ExportProps) {
  const uid = useSignedInUser()?.uid;
  const [isBusy, setIsBusy] = useState(false);
  const run = async (): Promise<void> => {
    if (uid === undefined) return;
    setIsBusy(true);
    try {
      const fault = await exportAuditLogs(uid);
      if (fault === null) toast({ variant: 'success', ...texts.exported });
      else {
        toast({ variant: 'destructive', ...texts.exportFault });
        onAlarm(texts.exportFault);
      }
    } catch {
      toast({ variant: 'destructive', ...texts.exportFailed });
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <Button
      type="primary"
      icon={<Icon name="download" />}
      disabled={isBusy}
      onClick={() => void run()}
    >
      {isBusy ? texts.exporting : texts.export}
    </Button>
  );
}

/** Verifies the hash chain of the whole log on the server; the page shows the result in place of its own check's. */
export function VerifyButton() {
  const uid = useSignedInUser()?.uid;
  const [verify, { isLoading }] = auditApi.useVerifyAuditLogMutation();
  const run = async (): Promise<void> => {
    if (uid === undefined) return;
    try {
      const report = await verify(uid).unwrap();
      if (report.isValid) {
        const { title, description, joined } = texts.intact;
        const counted = description(report.length);
        toast({
          variant: 'success',
          title,
          description: report.length === 1 ? counted : `${counted} ${joined}`,
        });
      } else {
        const description = texts.broken.description(report.firstBroken ?? 0);
        toast({ variant: 'destructive', title: texts.broken.title, description });
      }
    } catch (error) {
      const description = messageOf(error, texts.verifyFailed.fallback);
      toast({ variant: 'destructive', title: texts.verifyFailed.title, description });
    }
  };
  return (
    <Button icon={<Icon name="shield" />} disabled={isLoading} onClick={() => void run()}>
      {isLoading ? texts.verifying : texts.verify}
    </Button>
  );
}

import type { SilentSide } from '../../../transfer/api.js';
import { Callout } from '../panel/panel-parts.js';
import { receiverTexts as words } from '../panel/texts.js';
import type { LeaveGuard } from './leave-guard.js';

interface CalloutsProps extends LeaveGuard {
  /** Where the transfer is stuck; null while it is not. */
  silentSide: SilentSide | null;
}

/** What the recipient should do, or not do, for the transfer to succeed. */
export function Callouts({ silentSide, wasHidden, mustStayOpen, hasUnkept }: CalloutsProps) {
  return (
    <>
      {silentSide !== null && (
        <Callout tone="warning" isUrgent>
          {words.silent[silentSide]}
        </Callout>
      )}
      {wasHidden && (
        <Callout tone="warning" isUrgent>
          {words.wasHidden}
        </Callout>
      )}
      {mustStayOpen && !wasHidden && <Callout tone="plain">{words.keepOpen}</Callout>}
      {hasUnkept && (
        <Callout tone="warning" isUrgent>
          {words.failedOpen}
        </Callout>
      )}
    </>
  );
}

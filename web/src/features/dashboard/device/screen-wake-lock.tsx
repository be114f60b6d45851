import { useDispatch, useSelector } from 'react-redux';
import { toast } from '../../../components/toast/index.js';
import { useLeaveWarning } from '../../../lib/browser/leave-warning.js';
import { useWakeLock } from '../../../lib/browser/wake-lock/use-wake-lock.js';
import { selectIsMoving } from '../sending/transfers-slice.js';
import { texts } from '../texts.js';
import { selectIsWakeLockOn, wakeLockSwitched } from './wake-lock-slice.js';

const { wakeLock } = texts;

/**
 * Keeps the screen on, on every signed-in page, while the user has switched it on, and while a recipient receives: a
 * computer that falls asleep interrupts the transfer. A refusal of the latter changes nothing that the user has chosen.
 */
export function ScreenWakeLock() {
  const isOn = useSelector(selectIsWakeLockOn);
  const dispatch = useDispatch();
  useLeaveWarning('wake-lock', isOn);
  useWakeLock(isOn, (refusal) => {
    dispatch(wakeLockSwitched(false));
    toast({ variant: 'destructive', ...wakeLock[refusal] });
  });
  useWakeLock(useSelector(selectIsMoving));
  return null;
}

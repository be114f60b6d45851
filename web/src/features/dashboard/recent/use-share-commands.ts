import { getIdToken } from '../../../lib/account/session.js';
import { sharesApi } from '../api.js';
import { useTransfers } from '../sending/transfers-context.js';
import { texts } from '../texts.js';

/** @throws with a text for the user, who has to sign in again. */
const validToken = async (): Promise<string> => {
  try {
    return await getIdToken();
  } catch (cause) {
    throw new Error(texts.actions.authentication, { cause });
  }
};

/** Stop, restart and delete one share, on the server and then in this tab. They throw what the server refuses. */
export const useShareCommands = () => {
  const transfers = useTransfers();
  const [stopShare] = sharesApi.useStopShareMutation();
  const [restartShare] = sharesApi.useRestartShareMutation();
  const [deleteShare] = sharesApi.useDeleteShareMutation();

  const stopOne = async (shareId: string): Promise<void> => {
    const idToken = await validToken();
    await stopShare({ shareId, idToken }).unwrap();
    transfers.end(shareId);
  };

  /** Whether this tab sends the share again. */
  const restartOne = async (shareId: string): Promise<boolean> => {
    const idToken = await validToken();
    await restartShare({ shareId, idToken }).unwrap();
    return transfers.restart(shareId);
  };

  const deleteOne = async (shareId: string): Promise<void> => {
    await deleteShare(shareId).unwrap();
    transfers.forget(shareId);
  };

  return { stopOne, restartOne, deleteOne };
};

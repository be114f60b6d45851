import { createContext, useContext, useSyncExternalStore } from 'react';
import { sharingOf, type UploadDraft } from './upload-draft.js';

/** What the signed-in user has chosen for the next shares. */
export const UploadDraftContext = createContext<UploadDraft | null>(null);

export const useUploadDraft = () => {
  const draft = useContext(UploadDraftContext);
  if (draft === null) throw new Error('useUploadDraft requires an UploadDraftContext');
  const { subscribe, get, ...actions } = draft;
  const state = useSyncExternalStore(subscribe, get);
  return { ...state, ...actions, sharing: sharingOf(state) };
};

/** What the sender may choose for a share, besides its expiry. */
export interface ShareOptions {
  note: string;
  asksFirst: boolean;
  /** For the sender's own list. */
  label: string;
  /** Null: no limit. */
  maxDownloads: number | null;
  /** Empty: generated. */
  password: string;
}

export const noOptions: ShareOptions = {
  note: '',
  asksFirst: false,
  label: '',
  maxDownloads: null,
  password: '',
};

/** `<podId>.<epoch>.<conn>`: a connection on any pod. The epoch distinguishes it from connections after a restart. */
export const addressOf = (podId: string, epoch: string, conn: number): string =>
  `${podId}.${epoch}.${conn}`;

export interface Address {
  readonly podId: string;
  readonly epoch: string;
  readonly conn: number;
}

/** Undefined for any other text. */
export const parseAddress = (text: string): Address | undefined => {
  const afterPod = text.indexOf('.');
  const afterEpoch = text.indexOf('.', afterPod + 1);
  const conn = Number(text.slice(afterEpoch + 1));
  return afterPod > 0 && afterEpoch > afterPod && Number.isSafeInteger(conn)
    ? { podId: text.slice(0, afterPod), epoch: text.slice(afterPod + 1, afterEpoch), conn }
    : undefined;
};

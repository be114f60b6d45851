export interface Device {
  userAgent: string;
  /** A touch device under 1024 px wide. */
  isMobile: boolean;
  isIos: boolean;
  isSafari: boolean;
}

const mobileMaxWidthPx = 1024;

/** Since iPadOS 13 an iPad's user agent is a Mac's; no Mac has a touch screen. */
export const describeDevice = (
  userAgent: string,
  maxTouchPoints: number,
  widthPx: number,
): Device => {
  const isIos =
    /iPad|iPhone|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);
  const isSafari =
    /Safari\//.test(userAgent) && !/Chrome|Chromium|CriOS|FxiOS|EdgiOS|Android/.test(userAgent);
  const isMobile = maxTouchPoints > 0 && widthPx < mobileMaxWidthPx;
  return { userAgent, isMobile, isIos, isSafari };
};

/** The browser's storage failed: whether this device made the share's link, and asks about its downloads, is unknown. */
export class LinkNotRead extends Error {
  constructor(cause: unknown) {
    super('link-not-read', { cause });
    this.name = 'LinkNotRead';
  }
}

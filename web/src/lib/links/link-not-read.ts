/** The browser's storage failed, so the key of the share's link and the choice to approve downloads are unknown. */
export class LinkNotRead extends Error {
  constructor(cause: unknown) {
    super('link-not-read', { cause });
    this.name = 'LinkNotRead';
  }
}

/** The share was created in this browser profile, but not with the account that is signed in according to the server. */
export class ShareOfAnotherAccount extends Error {
  constructor() {
    super('share-of-another-account');
    this.name = 'ShareOfAnotherAccount';
  }
}

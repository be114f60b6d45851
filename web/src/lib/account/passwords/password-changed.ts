/** The password was changed, but the sign-in with the new one failed. */
export class PasswordChangedOnly extends Error {
  override readonly name = 'PasswordChangedOnly';
}

/** Sized like the response to `POST /api/shares/{id}/access`: every server sends the same amount. */
export const answer = {
  shareId: 'AbCdEfGhIjKlMnOpQrStUv',
  filename: 'holiday.mov',
  fileSize: '64.00 MB',
  fileType: 'video/quicktime',
  isOwner: false,
  grant: 'x'.repeat(300),
  grantExpiresAt: '2026-01-02T03:04:05.678Z',
  expiresAt: '2026-01-09T03:04:05.678Z',
};

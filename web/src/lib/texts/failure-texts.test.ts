/** The catalogue's sentences for what the engine names (specification, section 8, Connection). */
import { failureText } from './failure-texts.js';

describe('the sentence for a failure', () => {
  it('names the state of a channel that is not ready (section 8) [8.100]', () => {
    expect(failureText({ code: 'channel-not-ready', channelState: 'closing' })).toBe(
      'Data channel not ready. Current state: closing',
    );
  });

  it('names both numbers when the disk is too small, and none when they are not known', () => {
    const code = 'storage-full';
    expect(failureText({ code, neededBytes: 3 * 1024 ** 2, freeBytes: 2048 })).toMatch(
      / It needs 3\.00 MB; 2\.00 KB are available\.$/,
    );
    expect(failureText({ code })).toBe(
      'There is not enough free space on this device for the file.',
    );
  });

  it("is the server's own where it wrote one", () => {
    const serverText = 'This share was stopped after several wrong passwords.';
    expect(failureText({ code: 'access-denied', serverText })).toBe(serverText);
  });

  it.each(['room-full', 'constructor', ''])(
    'says something useful of the unknown name %j',
    (code) => {
      expect(failureText({ code })).toBe(
        'Something went wrong in this transfer. Please try again.',
      );
    },
  );

  it('is empty while nothing failed', () => {
    expect(failureText(null)).toBe('');
  });
});

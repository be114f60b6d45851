/** The messages for the engine's failure codes. */

import { failureText } from './failure-texts.js';

describe('the message of a failure', () => {
  it('names the state of a channel that is not ready [8.100]', () => {
    expect(failureText({ code: 'channel-not-ready', channelState: 'closing' })).toBe(
      'Data channel not ready. Current state: closing',
    );
  });

  it.each([
    ['invalid-server-message', 'Invalid message received from server', '[8.93]'],
    ['invalid-offer', 'Invalid offer received from sender', '[8.94]'],
    ['offer-processing-failed', 'Failed to process connection offer', '[8.95]'],
    ['offer-failed', 'Failed to create connection offer', '[8.96]'],
    ['answer-processing-failed', 'Failed to process connection answer', '[8.97]'],
    ['channel-error', 'Data channel error', '[8.98]'],
    ['peer-unreachable', 'Connection failed - unable to reach peer', '[8.99]'],
    ['cancelled-by-peer', 'The other side cancelled the transfer.', ''],
  ])('of %s is “%s” %s', (code, sentence) => {
    expect(failureText({ code })).toBe(sentence);
  });

  it.each([
    ['Refresh', '[8.87]'],
    ['Check your internet connection', '[8.88]'],
    ['VPN or firewall', '[8.89]'],
    ['Try another browser', '[8.90]'],
    ['Try again later', '[8.91]'],
    ['On a mobile device', '[8.92]'],
  ])('after the last reconnect contains the advice “%s” %s', (tip) => {
    expect(failureText({ code: 'max-retries' })).toContain(tip);
  });

  it('advises the sender to choose an unreadable file again', () => {
    expect(failureText({ code: 'file-unreadable' })).toContain('Choose it again');
  });

  it('names both sizes when the disk is too small, none when they are unknown, and what to do', () => {
    const code = 'storage-full';
    expect(failureText({ code, neededBytes: 3 * 1024 ** 2, freeBytes: 2048 })).toMatch(
      / It needs 3\.00 MB; 2\.00 KB are available\. Free some space and try again\.$/,
    );
    expect(failureText({ code })).toBe(
      'There is not enough free space on this device for the file. Free some space and try again.',
    );
  });

  it("is the server's if it sent one", () => {
    const serverText = 'This share was stopped after several wrong passwords.';
    expect(failureText({ code: 'access-denied', serverText })).toBe(serverText);
  });

  it.each(['room-full', 'constructor', ''])('is a general one for the unknown code %j', (code) => {
    expect(failureText({ code })).toBe('Something went wrong in this transfer. Please try again.');
  });

  it('is empty without a failure', () => {
    expect(failureText(null)).toBe('');
  });
});

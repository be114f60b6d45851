import { recordDownloadRequest } from '@tandem/proto/browser/http/shares';
import { isFailureCode } from '@tandem/proto/browser/transfers';

describe('the code of a failure', () => {
  const downloaderInfo = { name: 'Ada', email: 'ada@example.org' };

  it.each([
    ['peer-unreachable', true],
    ['x', true],
    ['x'.repeat(64), true],
    ['x'.repeat(65), false],
    ['', false],
    ['-x', false],
    ['Peer', false],
    ['peer unreachable', false],
    ['x\n', false],
  ])('%j is sent, and accepted: %s', (reason, isValid) => {
    const { success } = recordDownloadRequest.safeParse({ downloaderInfo, reason });
    expect([isFailureCode(reason), success]).toEqual([isValid, isValid]);
  });
});

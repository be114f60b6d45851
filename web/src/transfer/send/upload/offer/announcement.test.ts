import { sha256 } from '../../../support/env.js';
import { verifyDescription } from '../../../trust/description.js';
import { importLinkKey } from '../../../trust/link/link-key.js';
import { createFileSource } from '../../source/file-source.js';
import { announcementOf, type AnnouncementOptions } from './announcement.js';

const blockBytes = 32_768;
const announce = (options: Partial<AnnouncementOptions> = {}) => {
  const file = new File([new Uint8Array(100_000)], 'plan.pdf', { type: 'application/pdf' });
  const source = createFileSource({ file, sha256, blockBytes });
  const rest = { isIos: false, linkKey: undefined, isPaced: false, hasLanes: false };
  return announcementOf({ source, ...rest, ...options });
};

describe('the announcement of a file', () => {
  it('describes it for both versions of the protocol', async () => {
    const { v2, ...v1 } = await announce();
    expect(v1).toEqual({
      type: 'file-metadata',
      filename: 'plan.pdf',
      fileSize: 100_000,
      fileType: 'application/pdf',
      chunks: 7,
    });
    expect(v2).toEqual({
      fileId: expect.any(String) as string,
      fileBytes: 100_000,
      blockBytes,
      committed: true,
    });
  });

  it('has the number of chunks that iOS sends', async () => {
    expect((await announce({ isIos: true })).chunks).toBeGreaterThan(7);
  });

  it.each([
    ['pieces and lanes', true, true, { paced: true, lanes: true }],
    ['pieces without lanes', true, false, { paced: true }],
    ['no lanes without pieces', false, true, {}],
  ])('offers %s', async (_title, isPaced, hasLanes, offered) => {
    const { paced, lanes } = (await announce({ isPaced, hasLanes })).v2;
    expect({ paced, lanes }).toEqual(offered);
  });

  it('is bound to the link of a recipient that has proven to have it', async () => {
    const linkKey = await importLinkKey('AAECAwQFBgcICQoLDA0ODw', 'a'.repeat(22));
    if (linkKey === null) throw new Error('no key');
    const { filename, fileType, v2, tag = '' } = await announce({ linkKey });
    const { fileId, fileBytes } = v2;
    const description = { filename, fileType, fileBytes, fileId };
    expect(await verifyDescription(linkKey, description, tag)).toBe(true);
  });
});

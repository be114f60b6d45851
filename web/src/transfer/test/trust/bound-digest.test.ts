/** The digest of the file between two proven peers: docs/protocol.md, 3.4. */

import { signFileDigest } from '../../trust/description.js';
import { importLinkKey, type LinkKey } from '../../trust/link/link-key.js';
import { createTestSink, digestOf, randomFile } from '../support/session-support.js';
import { makeReceivedFile, makeSource, transferOnce } from '../support/transfer-over-channel.js';

interface FileDigest {
  type: 'file-digest';
  commitment: string;
  tag?: string;
}

const open = async (shareId: string): Promise<LinkKey> => {
  const key = await importLinkKey('AAECAwQFBgcICQoLDA0ODw', shareId);
  if (key === null) throw new Error('damaged');
  return key;
};

/** @param alter what the sender sends instead of its digest of the file. */
const transferWith = async (alter: (message: FileDigest) => FileDigest) => {
  const { file, digest } = randomFile(40_000);
  const sink = createTestSink();
  const source = makeSource(file, 16_384);
  const sent: FileDigest[] = [];
  const outcome = await transferOnce(
    source,
    makeReceivedFile(sink),
    ({ near }) => {
      near.intercept = (message) => {
        if (typeof message !== 'string' || !message.includes('"file-digest"')) return message;
        const original = JSON.parse(message) as FileDigest;
        sent.push(original);
        return JSON.stringify(alter(original));
      };
    },
    true,
    await open('share-1'),
  );
  return { ...outcome, sink, digest, sent, fileId: await source.fileId() };
};

describe('the digest that a proven sender announces', () => {
  it('is bound to the link', async () => {
    const { sender, receiver, sink, digest, sent, fileId } = await transferWith((same) => same);
    expect(receiver).toEqual({ type: 'completed', isVerified: true });
    expect(sender).toEqual({ type: 'completed', isVerified: true });
    expect(digestOf(sink.bytes())).toBe(digest);
    const { commitment = '', tag } = sent[0] ?? {};
    expect(tag).toBe(await signFileDigest(await open('share-1'), fileId, { commitment }));
  });

  it.each<[string, (message: FileDigest) => FileDigest]>([
    ['it has no tag', ({ tag: _, ...rest }) => rest],
    ['the tag is wrong', (message) => ({ ...message, tag: 'A'.repeat(43) })],
    ['the digest is another', (message) => ({ ...message, commitment: '0'.repeat(64) })],
  ])('is refused when %s, and the file is not saved', async (_name, alter) => {
    const { sender, receiver, sink } = await transferWith(alter);
    expect(receiver).toMatchObject({ type: 'failed', error: { code: 'protocol-violation' } });
    expect(sender).toMatchObject({ type: 'failed', error: { code: 'failed-at-peer' } });
    expect(sink.isClosed()).toBe(false);
  });

  it.each<[string, (fileId: string, commitment: string) => Promise<string>]>([
    [
      'another share',
      async (fileId, commitment) => signFileDigest(await open('share-2'), fileId, { commitment }),
    ],
    [
      'another file',
      async (_, commitment) => signFileDigest(await open('share-1'), 'other', { commitment }),
    ],
    [
      'the other form of a digest',
      async (fileId, commitment) =>
        signFileDigest(await open('share-1'), fileId, { sha256: commitment }),
    ],
  ])('has a different tag for %s', async (_name, sign) => {
    const { sent, fileId } = await transferWith((same) => same);
    const { commitment = '', tag } = sent[0] ?? {};
    expect(tag).toMatch(/^[\w-]{43}$/);
    expect(await sign(fileId, commitment)).not.toBe(tag);
  });
});

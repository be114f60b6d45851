import { jest } from '@jest/globals';
import fc from 'fast-check';
import { signDescription, verifyDescription, type Description } from './description.js';
import { toBase64Url } from './encoding.js';
import { importLinkKey, type LinkKey } from './link/link-key.js';
import { signProof, verifyProof, type ProofRole, type Transcript } from './peer-proof.js';

const bytes = (length: number) =>
  fc.uint8Array({ minLength: length, maxLength: length }).map((array) => new Uint8Array(array));
const text = (length: number) => bytes(length).map(toBase64Url);
const shareId = fc.stringMatching(/^[\w-]{1,64}$/);

const open = async (key: string, id: string): Promise<LinkKey> => {
  const opened = await importLinkKey(key, id);
  if (opened === null) throw new Error('damaged');
  return opened;
};

interface Case {
  key: string;
  shareId: string;
  role: ProofRole;
  senderFingerprint: Uint8Array<ArrayBuffer>;
  receiverFingerprint: Uint8Array<ArrayBuffer>;
  senderNonce: string;
  receiverNonce: string;
}

const aCase: fc.Arbitrary<Case> = fc.record({
  key: text(16),
  shareId,
  role: fc.constantFrom<ProofRole>('sender', 'receiver'),
  senderFingerprint: bytes(32),
  receiverFingerprint: bytes(32),
  senderNonce: text(16),
  receiverNonce: text(16),
});

const transcriptOf = (proof: Case): Transcript => ({
  fingerprints: { sender: proof.senderFingerprint, receiver: proof.receiverFingerprint },
  nonces: { sender: proof.senderNonce, receiver: proof.receiverNonce },
});

const sign = async (proof: Case): Promise<string> =>
  signProof(await open(proof.key, proof.shareId), proof.role, transcriptOf(proof));

const verify = async (proof: Case, tag: string): Promise<boolean> =>
  verifyProof(await open(proof.key, proof.shareId), proof.role, transcriptOf(proof), tag);

describe('the proof of a peer', () => {
  it('is valid for its own transcript', async () => {
    await fc.assert(
      fc.asyncProperty(aCase, async (proof) => {
        expect(await verify(proof, await sign(proof))).toBe(true);
      }),
    );
  });

  it('is invalid when any of its parts differs', async () => {
    const parts = ['key', 'shareId', 'role', 'senderFingerprint', 'receiverFingerprint'] as const;
    const part = fc.constantFrom(...parts, 'senderNonce' as const, 'receiverNonce' as const);
    await fc.assert(
      fc.asyncProperty(aCase, aCase, part, async (proof, other, changed) => {
        fc.pre(String(proof[changed]) !== String(other[changed]));
        const altered = { ...proof, [changed]: other[changed] };
        expect(await verify(altered, await sign(proof))).toBe(false);
      }),
    );
  });

  it('is invalid when one bit of the tag changes', async () => {
    await fc.assert(
      fc.asyncProperty(aCase, fc.nat(255), async (proof, bit) => {
        const tag = new Uint8Array(Buffer.from(await sign(proof), 'base64url'));
        tag[bit >> 3] = (tag[bit >> 3] ?? 0) ^ (1 << (bit & 7));
        expect(await verify(proof, toBase64Url(tag))).toBe(false);
      }),
    );
  });

  it('is invalid when reflected, and when the certificates are swapped', async () => {
    await fc.assert(
      fc.asyncProperty(aCase, async (proof) => {
        const tag = await sign(proof);
        const mirrored: Case = {
          ...proof,
          senderFingerprint: proof.receiverFingerprint,
          receiverFingerprint: proof.senderFingerprint,
          senderNonce: proof.receiverNonce,
          receiverNonce: proof.senderNonce,
        };
        const role = proof.role === 'sender' ? 'receiver' : 'sender';
        expect(await verify({ ...proof, role }, tag)).toBe(false);
        expect(await verify(mirrored, tag)).toBe(false);
        expect(await verify({ ...mirrored, role }, tag)).toBe(false);
      }),
    );
  });
});

describe('the key of a link', () => {
  it('calls a tag wrong for fields that have no encoding', async () => {
    const key = await open('AAECAwQFBgcICQoLDA0ODw', 'share-1');
    const tag = await key.sign('tandem/peer-proof/1', ['a']);
    expect(await key.verify('tandem/peer-proof/1', ['\ud800'], tag)).toBe(false);
  });

  it('calls no tag wrong when the browser cannot compute it', async () => {
    const key = await open('AAECAwQFBgcICQoLDA0ODw', 'share-1');
    const tag = await key.sign('tandem/peer-proof/1', ['a']);
    const failing = jest.spyOn(crypto.subtle, 'verify').mockRejectedValue(new Error('no memory'));
    await expect(key.verify('tandem/peer-proof/1', ['a'], tag)).rejects.toThrow('no memory');
    failing.mockRestore();
  });
});

describe('the bound description', () => {
  const description: fc.Arbitrary<Description> = fc.record({
    filename: fc.string({ unit: 'grapheme', maxLength: 12 }),
    fileType: fc.constantFrom('', 'application/pdf', 'text/plain'),
    fileBytes: fc.nat(),
    fileId: fc.stringMatching(/^[\da-f]{0,8}$/),
  });

  it('is valid as signed, and invalid when any field differs', async () => {
    const field = fc.constantFrom('filename', 'fileType', 'fileBytes', 'fileId' as const);
    await fc.assert(
      fc.asyncProperty(text(16), description, description, field, async (key, own, other, name) => {
        const opened = await open(key, 'share');
        const tag = await signDescription(opened, own);
        expect(await verifyDescription(opened, own, tag)).toBe(true);
        const altered = { ...own, [name]: other[name] };
        const isSame = own[name] === other[name];
        expect(await verifyDescription(opened, altered, tag)).toBe(isSame);
      }),
    );
  });

  it('is invalid for another share', async () => {
    const key = 'AAECAwQFBgcICQoLDA0ODw';
    const own = { filename: 'a.txt', fileType: '', fileBytes: 1, fileId: 'f' };
    const tag = await signDescription(await open(key, 'share-1'), own);
    expect(await verifyDescription(await open(key, 'share-2'), own, tag)).toBe(false);
  });

  it('is not accepted as the proof of a peer', async () => {
    const key = await open('AAECAwQFBgcICQoLDA0ODw', 'share-1');
    const fields = ['a', 'b', '1', 'f'];
    const tag = await key.sign('tandem/description/1', fields);
    expect(await key.verify('tandem/peer-proof/1', fields, tag)).toBe(false);
  });
});

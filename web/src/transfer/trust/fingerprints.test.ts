import { createHash } from 'node:crypto';
import { fingerprintLines, readFingerprints, sha256FingerprintIn } from './fingerprints.js';

const certificate = Buffer.from('certificate');
const digest = createHash('sha256').update(certificate).digest();
const colons = (bytes: Uint8Array): string =>
  [...bytes].map((byte) => byte.toString(16).padStart(2, '0').toUpperCase()).join(':');
const line = `a=fingerprint:sha-256 ${colons(digest)}`;
const other = `a=fingerprint:sha-256 ${colons(new Uint8Array(32))}`;
const sdp = (...lines: string[]): string => ['v=0', 's=-', ...lines, 'm=application'].join('\r\n');
const sha256 = (bytes: Uint8Array) =>
  Promise.resolve(new Uint8Array(createHash('sha256').update(bytes).digest()));

describe('the fingerprint of a description', () => {
  it.each([
    ['one line', sdp(line)],
    ['the same line per session and medium', sdp(line, 'm=application', line)],
    ['another letter case', sdp(line.toLowerCase())],
    ['bare line feeds', sdp(line).replaceAll('\r\n', '\n')],
  ])('is read from %s', (_name, text) => {
    expect(sha256FingerprintIn(text)).toEqual(new Uint8Array(digest));
  });

  it.each([
    ['none', sdp()],
    ['two different ones', sdp(line, other)],
    ['one of another hash beside it', sdp(line, 'a=fingerprint:sha-1 AA:BB')],
    ['one that is too short', sdp(line.slice(0, -3))],
    ['one after a bare carriage return', sdp(`${line}\r${other}`)],
    ['one indented', sdp(line, ` ${other}`)],
  ])('cannot be determined with %s', (_name, text) => {
    expect(sha256FingerprintIn(text)).toBeNull();
  });

  it('is compared without regard to order, repetition and letter case', () => {
    expect(fingerprintLines(sdp(line, other))).toBe(
      fingerprintLines(sdp(other.toLowerCase(), line, line)),
    );
  });
});

describe('the fingerprints of a connection', () => {
  const peer = (remote: string, presented?: Uint8Array): RTCPeerConnection =>
    ({
      localDescription: { sdp: sdp(other) },
      remoteDescription: { sdp: remote },
      sctp: { transport: presented && { getRemoteCertificates: () => [presented] } },
    }) as unknown as RTCPeerConnection;

  it.each([
    ['the presented certificate', certificate],
    ['the description, where the browser exposes none', undefined],
  ])('are read from %s', async (_name, presented) => {
    const read = await readFingerprints(peer(sdp(line), presented), 'sender', sha256);
    expect(read).toEqual({ sender: new Uint8Array(32), receiver: new Uint8Array(digest) });
  });

  it('cannot be determined when another certificate was presented than described', async () => {
    expect(
      await readFingerprints(peer(sdp(line), Buffer.from('another')), 'receiver', sha256),
    ).toBeNull();
  });

  it('cannot be determined when the description admits two certificates', async () => {
    expect(
      await readFingerprints(peer(sdp(line, other), certificate), 'receiver', sha256),
    ).toBeNull();
  });
});

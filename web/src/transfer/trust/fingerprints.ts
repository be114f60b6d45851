/** Fingerprints of the two certificates of a connection. */

import { fromHex } from '../support/values/hex.js';
import { isEqual } from './encoding.js';
import type { Fingerprints, ProofRole } from './peer-proof.js';

type Bytes = Uint8Array<ArrayBuffer>;

/**
 * Every fingerprint line of a session description, normalised and sorted, as one text. Two descriptions with equal
 * texts admit the same certificates.
 */
export const fingerprintLines = (sdp: string): string => {
  const lines = sdp.split(/[\r\n]+/).filter((line) => /fingerprint/i.test(line));
  const normalised = lines.map((line) => line.trim().replace(/\s+/g, ' ').toUpperCase());
  return [...new Set(normalised)].sort().join('\n');
};

/** @returns null unless the description admits exactly one certificate, by its SHA-256. */
export const sha256FingerprintIn = (sdp: string): Bytes | null => {
  const line = /^A=FINGERPRINT:SHA-256 ((?:[\dA-F]{2}:){31}[\dA-F]{2})$/.exec(
    fingerprintLines(sdp),
  );
  return line === null ? null : fromHex((line[1] ?? '').replaceAll(':', ''));
};

/**
 * The certificate that the peer presented, where the browser exposes it; it must match the description. Elsewhere the
 * described one: the description admits no other, so the browser has compared it in the DTLS handshake.
 */
const remoteFingerprint = async (
  peer: RTCPeerConnection,
  sha256: (bytes: Bytes) => Promise<Bytes>,
): Promise<Bytes | null> => {
  const described = sha256FingerprintIn(peer.remoteDescription?.sdp ?? '');
  if (described === null) return null;
  const transport: Partial<RTCDtlsTransport> = peer.sctp?.transport ?? {};
  const certificate = transport.getRemoteCertificates?.()[0];
  if (certificate === undefined) return described;
  const presented = await sha256(new Uint8Array(certificate));
  return isEqual(presented, described) ? presented : null;
};

/**
 * Both certificates of an established connection. The browser itself writes the local description.
 *
 * @param role of this side. @returns null when one of them cannot be determined.
 */
export const readFingerprints = async (
  peer: RTCPeerConnection,
  role: ProofRole,
  sha256: (bytes: Bytes) => Promise<Bytes>,
): Promise<Fingerprints | null> => {
  const local = sha256FingerprintIn(peer.localDescription?.sdp ?? '');
  const remote = await remoteFingerprint(peer, sha256);
  if (local === null || remote === null) return null;
  return role === 'sender'
    ? { sender: local, receiver: remote }
    : { sender: remote, receiver: local };
};

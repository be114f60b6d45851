/** Browsers, policies and extensions can remove WebRTC, without which nothing is transferred. */
export const hasWebRtc = (): boolean => typeof RTCPeerConnection !== 'undefined';

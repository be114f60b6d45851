/** The connection that a file goes over, and what opens connections beside it: the side path and the lanes. */

import { renewableIceServers } from '../connection/ice-servers.js';
import { PeerConnection, type PeerConnectionOptions } from '../connection/peer-connection.js';
import { sidePathOpener, type OpenSidePath } from '../connection/side-path.js';
import { laneOpener, type OpenLane } from './lane-connection.js';

export interface FileConnection {
  peer: PeerConnection;
  /** Null where the transfer is not paced. */
  openSidePath: OpenSidePath | null;
  openLane: OpenLane | null;
}

export interface FileConnectionOptions extends Pick<
  PeerConnectionOptions,
  'role' | 'env' | 'send' | 'onEvent'
> {
  /** The servers that `load` returned for this connection. */
  loaded: RTCIceServer[];
  load: () => Promise<RTCIceServer[]>;
}

/** Throws where WebRTC is disabled, too many connections are open, or a server's address is invalid. */
export const openFileConnection = ({
  role,
  env,
  send,
  onEvent,
  loaded,
  load,
}: FileConnectionOptions): FileConnection => {
  const iceServers = renewableIceServers(loaded, load, () => env.wallClock());
  return {
    peer: new PeerConnection({ role, iceServers, env, send, onEvent }),
    openSidePath: env.isPaced ? sidePathOpener(role, env, iceServers) : null,
    openLane: env.isPaced ? laneOpener(role, env, iceServers) : null,
  };
};

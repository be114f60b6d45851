import type { Connection } from '../room/connection.js';

/** Members whose access rests on a session, by session: they are disconnected when it ends. */
export interface SessionSockets {
  add(sessionId: string, connection: Connection): void;
  remove(connection: Connection): void;
  /** Removes and returns the connections of a session. */
  take(sessionId: string): Connection[];
  ids(): string[];
}

export const createSessionSockets = (): SessionSockets => {
  const bySession = new Map<string, Set<Connection>>();
  const sessionOf = new Map<Connection, string>();
  const remove = (connection: Connection) => {
    const sessionId = sessionOf.get(connection);
    if (sessionId === undefined) return;
    sessionOf.delete(connection);
    const connections = bySession.get(sessionId);
    connections?.delete(connection);
    if (connections?.size === 0) bySession.delete(sessionId);
  };
  return {
    add: (sessionId, connection) => {
      const connections = bySession.get(sessionId) ?? new Set();
      bySession.set(sessionId, connections.add(connection));
      sessionOf.set(connection, sessionId);
    },
    remove,
    take: (sessionId) => {
      const connections = [...(bySession.get(sessionId) ?? [])];
      connections.forEach(remove);
      return connections;
    },
    ids: () => [...bySession.keys()],
  };
};

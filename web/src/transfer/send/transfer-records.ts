/**
 * When the transfer of each delivery began, and over which routes its bytes went, across connections and peer ids: a
 * recipient that was away for a minute returns under another one.
 */

import type { ConnectionType } from '@tandem/proto/browser/transfers';
import type { ConnectionStats } from '../connection/stats.js';
import { dropOldest } from '../support/collections/drop-oldest.js';
import { maxDeliveries } from '../support/constants.js';

export interface TransferRecord {
  startedAt: Date;
  /** Bytes left this page over a connection. */
  note(connection: ConnectionStats, bytes: number): void;
  /**
   * The last statistics of the route that carried most bytes. What was sent before a route was known counts for the
   * present one.
   */
  mainRoute(present: ConnectionStats): ConnectionStats;
}

export interface TransferRecords {
  /** The record of a transfer, which begins now unless it began on an earlier connection. */
  of(deliveryId: string, now: Date): TransferRecord;
  /** The transfer is complete: what follows under its ID is another copy of the file. */
  end(deliveryId: string): void;
}

const createRecord = (startedAt: Date): TransferRecord => {
  const routes = new Map<ConnectionType, { bytes: number; connection: ConnectionStats }>();
  const bytesOver = (type: ConnectionType): number => routes.get(type)?.bytes ?? 0;
  return {
    startedAt,
    note(connection, bytes) {
      const { connectionType } = connection;
      routes.set(connectionType, { bytes: bytesOver(connectionType) + bytes, connection });
    },
    mainRoute(present) {
      let main = present;
      let most = bytesOver(present.connectionType);
      if (present.connectionType !== 'unknown') most += bytesOver('unknown');
      for (const [type, { bytes, connection }] of routes) {
        if (type === 'unknown' || type === present.connectionType || bytes <= most) continue;
        main = connection;
        most = bytes;
      }
      return main;
    },
  };
};

export const createTransferRecords = (): TransferRecords => {
  const records = new Map<string, TransferRecord>();
  return {
    of(deliveryId, now) {
      const record = records.get(deliveryId) ?? createRecord(now);
      // The newest last.
      records.delete(deliveryId);
      records.set(deliveryId, record);
      dropOldest(records, maxDeliveries);
      return record;
    },
    end: (deliveryId) => void records.delete(deliveryId),
  };
};

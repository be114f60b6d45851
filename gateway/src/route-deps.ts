import type { SecurityLog } from '@tandem/kit';
import type { AdminLog } from './admin-log.js';
import type { ChangeStreams } from './changes/streams.js';
import type { Services } from './clients.js';
import type { Config } from './config.js';

/** What the handlers of routes use; every file of routes takes its part of it. */
export interface RouteDeps {
  services: Services;
  config: Config;
  security: SecurityLog;
  adminLog: AdminLog;
  streams: ChangeStreams;
}

import { existsSync } from 'node:fs';

/** Whether a Docker engine is configured: an explicit host or the default socket. Does not connect. */
export const hasDocker = (): boolean =>
  Boolean(process.env['DOCKER_HOST']) || existsSync('/var/run/docker.sock');

import { existsSync } from 'node:fs';

/** Whether a Docker engine can be asked for containers. Cheap on purpose: a socket or an explicit host. */
export const hasDocker = (): boolean =>
  Boolean(process.env['DOCKER_HOST']) || existsSync('/var/run/docker.sock');

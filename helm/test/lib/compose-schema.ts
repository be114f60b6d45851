import { z } from 'zod';

/**
 * The part of the Compose specification that docker-compose.yml uses. Strict: an unknown key is an error.
 * With Docker Compose installed, `docker compose config -q` checks the rest.
 */
const duration = z.string().regex(/^\d+(ms|s|m|h)$/);
const scalar = z.union([z.string(), z.number(), z.boolean()]);

const service = z.strictObject({
  image: z.string(),
  build: z
    .strictObject({
      context: z.string(),
      dockerfile: z.string().optional(),
      args: z.record(z.string(), z.string()).optional(),
    })
    .optional(),
  command: z.array(z.string()).optional(),
  entrypoint: z.array(z.string()).optional(),
  environment: z.record(z.string(), scalar).optional(),
  depends_on: z
    .union([
      z.array(z.string()),
      z.record(
        z.string(),
        z.strictObject({
          condition: z.enum([
            'service_started',
            'service_healthy',
            'service_completed_successfully',
          ]),
        }),
      ),
    ])
    .optional(),
  healthcheck: z
    .strictObject({
      test: z.array(z.string()).min(2),
      interval: duration.optional(),
      timeout: duration.optional(),
      retries: z.number().int().optional(),
      start_period: duration.optional(),
      start_interval: duration.optional(),
    })
    .optional(),
  restart: z.enum(['no', 'always', 'on-failure', 'unless-stopped']),
  ports: z.array(z.string()).optional(),
  volumes: z.array(z.string()).optional(),
  tmpfs: z.array(z.string()).optional(),
  profiles: z.array(z.string()).optional(),
  extra_hosts: z.array(z.string()).optional(),
  network_mode: z.enum(['host', 'none']).optional(),
  user: z.string().optional(),
  read_only: z.boolean().optional(),
  init: z.boolean().optional(),
  mem_limit: z.string().optional(),
  cap_add: z.array(z.string()).optional(),
  cap_drop: z.array(z.string()).optional(),
  security_opt: z.array(z.string()).optional(),
  stop_grace_period: duration.optional(),
  ulimits: z.record(z.string(), z.strictObject({ soft: z.number(), hard: z.number() })).optional(),
  logging: z
    .strictObject({ driver: z.string(), options: z.record(z.string(), z.string()).optional() })
    .optional(),
});

export const composeFile = z
  .object({
    name: z.string(),
    services: z.record(z.string(), service),
    volumes: z.record(z.string(), z.null()),
  })
  .catchall(z.unknown())
  .superRefine((file, context) => {
    for (const key of Object.keys(file)) {
      if (!['name', 'services', 'volumes'].includes(key) && !key.startsWith('x-')) {
        context.addIssue({ code: 'custom', message: `${key} is not a section` });
      }
    }
  });

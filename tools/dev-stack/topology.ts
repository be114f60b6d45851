import { processNames, services, type Service as Listed } from '../topology/services.js';

export type { Need } from '../topology/services.js';

/** A process of the product. Ports, addresses and secrets follow from it: see service-env.ts. */
export interface Service extends Listed {
  kind: 'rpc' | 'ws' | 'http';
  /** Name of the service; several processes of one service share its identity. */
  identity: string;
}

const isProcess = (service: Listed): service is Listed & Pick<Service, 'kind'> =>
  service.kind !== 'static';

/** The processes of `npm start`; the gateway serves the static files. */
export const topology: readonly Service[] = services
  .filter(isProcess)
  .flatMap((service) =>
    processNames(service).map((name) => ({ ...service, name, identity: service.name })),
  );

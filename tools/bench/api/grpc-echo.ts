import { Client, credentials, type ServiceDefinition } from '@grpc/grpc-js';
import { answer } from './answer.js';

const asIs = (bytes: Buffer) => bytes;

export const echoDefinition: ServiceDefinition = {
  echo: {
    path: '/bench.Echo/Echo',
    requestStream: false,
    responseStream: false,
    requestSerialize: asIs,
    requestDeserialize: asIs,
    responseSerialize: asIs,
    responseDeserialize: asIs,
  },
};

const payload = Buffer.from(JSON.stringify(answer));

/** Opens a channel. The returned function makes one call. */
export const connectEcho = (address: string) => {
  const client = new Client(address, credentials.createInsecure());
  return (): Promise<Buffer> =>
    new Promise((resolve, reject) => {
      client.makeUnaryRequest('/bench.Echo/Echo', asIs, asIs, payload, (error, reply) => {
        if (error) reject(error);
        else resolve(reply as Buffer);
      });
    });
};

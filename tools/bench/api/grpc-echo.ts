import { Client, credentials } from '@grpc/grpc-js';
import { answer } from './answer.mjs';

const asIs = (/** @type {Buffer} */ bytes) => bytes;

/** @type {import('@grpc/grpc-js').ServiceDefinition} */
export const echoDefinition = {
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

/** One channel; the returned function makes one call. @param {string} address */
export const connectEcho = (address) => {
  const client = new Client(address, credentials.createInsecure());
  /** @returns {Promise<Buffer>} */
  return () =>
    new Promise((resolve, reject) => {
      client.makeUnaryRequest('/bench.Echo/Echo', asIs, asIs, payload, (error, reply) => {
        if (error) reject(error);
        else resolve(/** @type {Buffer} */ (reply));
      });
    });
};

/** A push service, browsers that subscribe to notices through it, and the shares service that calls it. */

import { createECDH, createPublicKey, randomBytes, verify } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { Agent, createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { testAuthority } from '@tandem/kit/testing';
import ece from 'http_ece';
import { createFor, startStack, uniqueUid, visitor, type Stack } from '../harness.js';

/** A browser's half of a subscription. */
const createBrowser = (origin: string, name: string) => {
  const pair = createECDH('prime256v1');
  const p256dh = pair.generateKeys('base64url', 'uncompressed');
  const auth = randomBytes(16).toString('base64url');
  return { subscription: { endpoint: `${origin}/${name}`, p256dh, auth }, pair };
};
export type Browser = ReturnType<typeof createBrowser>;

export interface Received {
  path: string;
  headers: IncomingMessage['headers'];
  body: Buffer;
}

/** The operator's keys. The private key has fewer than 32 bytes, because its leading zero is left out. */
export const vapid = createECDH('prime256v1');
vapid.setPrivateKey(Buffer.concat([Buffer.of(1), randomBytes(30)]));

/** Call once at the top of a test file. */
export const openNotices = () => {
  /** What the push service has accepted or refused since the beginning of the test. */
  const received: Received[] = [];
  let answer = 201;
  let pushService: Server;
  let origin = '';
  let stack: Stack;
  let browsers = 0;

  beforeAll(async () => {
    const { key, certificate, authorities } = await (
      await testAuthority()
    ).issue('push', { hosts: ['localhost'] });
    pushService = createServer({ key, cert: certificate }, (request, response) => {
      void buffer(request).then((body) => {
        received.push({ path: request.url ?? '', headers: request.headers, body });
        response.writeHead(answer, { Location: `${origin}/elsewhere` }).end();
      });
    });
    pushService.listen(0, 'localhost');
    await once(pushService, 'listening');
    const host = `localhost:${(pushService.address() as AddressInfo).port}`;
    origin = `https://${host}`;
    const keys = {
      VAPID_PUBLIC_KEY: vapid.getPublicKey('base64url', 'uncompressed'),
      VAPID_PRIVATE_KEY: vapid.getPrivateKey('base64url'),
      VAPID_SUBJECT: 'mailto:operator@example.test',
      PUSH_SERVICE_HOSTS: host,
    };
    stack = await startStack(keys, undefined, new Agent({ ca: authorities }));
  });
  afterAll(async () => {
    await stack.stop();
    pushService.close();
  });
  beforeEach(() => {
    received.length = 0;
    answer = 201;
    stack.clock.now = new Date();
  });

  const newBrowser = (): Browser => {
    browsers += 1;
    return createBrowser(origin, `browser-${browsers}`);
  };
  return {
    received,
    newBrowser,
    get stack() {
      return stack;
    },
    get origin() {
      return origin;
    },
    /** Status with which the push service answers from now on. */
    answerWith: (status: number): void => {
      answer = status;
    },
    /** Subscribes a recipient to the return of the sender. */
    waitFor: (
      shareId: string,
      grant: string,
      { subscription }: Browser = newBrowser(),
      client = visitor(),
    ) => stack.client.subscribeNotice({ shareId, grant, ...subscription, client }),
    /** A new share with a recipient's grant. */
    shareFor: async (uid = uniqueUid()) => {
      const { shareId, password } = await createFor(stack.client, uid);
      const { grant } = await stack.client.accessShare({ shareId, password, client: visitor() });
      return { uid, shareId, grant: grant?.token ?? '' };
    },
  };
};

export const decrypt = ({ body }: Received, { pair, subscription }: Browser): unknown =>
  JSON.parse(
    ece
      .decrypt(body, { version: 'aes128gcm', privateKey: pair, authSecret: subscription.auth })
      .toString(),
  );

/** The claims of an ES256 token; throws unless the key has signed it. */
export const verifiedClaims = (token: string, point: Buffer): unknown => {
  const [header = '', claims = '', signature = ''] = token.split('.');
  const x = point.subarray(1, 33).toString('base64url');
  const y = point.subarray(33).toString('base64url');
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
  const key = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const;
  const signed = Buffer.from(`${header}.${claims}`);
  if (!verify('sha256', signed, key, Buffer.from(signature, 'base64url')))
    throw new Error('the signature is invalid');
  return JSON.parse(Buffer.from(claims, 'base64url').toString());
};

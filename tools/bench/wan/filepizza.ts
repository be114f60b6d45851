import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { build } from 'esbuild';
import express from 'express';
import { ExpressPeerServer } from 'peer';

declare global {
  interface Window {
    receivedBytes?: () => number;
  }
}

/**
 * FilePizza's transfer, as far as a registry has it: `filepizza-client`, which sends chunks of 256 KiB through PeerJS
 * over one connection. The server has the calls that the client makes, and PeerJS's own signalling.
 */
export interface FilePizza {
  /** Starts a transfer between two pages; the returned function reads how many bytes have arrived. */
  transfer(sender: Page, receiver: Page, bytes: number): Promise<() => Promise<number>>;
  close(): void;
}

const bundlePage = async (): Promise<string> => {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('filepizza-page.ts', import.meta.url))],
    bundle: true,
    format: 'iife',
    write: false,
    logLevel: 'error',
  });
  return outputFiles[0]?.text ?? '';
};

const portOf = (server: Server): number => {
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('not listening');
  return address.port;
};

const serve = async (): Promise<Server> => {
  const script = await bundlePage();
  const uploaders: string[] = [];
  const app = express();
  const server = createServer(app);
  app.get('/', (_request, response) => {
    response.type('html').send('<!doctype html><script src="page.js"></script>');
  });
  app.get('/page.js', (_request, response) => {
    response.type('js').send(script);
  });
  app.post('/api/ice', (_request, response) => {
    response.json({ host: '127.0.0.1', port: portOf(server), path: '/peerjs', iceServers: [] });
  });
  app.post('/api/create', express.json(), (request, response) => {
    const { uploaderPeerID } = request.body as { uploaderPeerID: string };
    const slug = String(uploaders.push(uploaderPeerID) - 1);
    response.json({ longSlug: slug, shortSlug: slug });
  });
  app.get('/api/channel/:slug', (request, response) => {
    response.json({ uploaderPeerID: uploaders[Number(request.params.slug)] });
  });
  app.use('/peerjs', ExpressPeerServer(server, { path: '/' }));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
};

export const openFilePizza = async (): Promise<FilePizza> => {
  const server = await serve();
  const url = `http://127.0.0.1:${portOf(server)}/`;
  return {
    async transfer(sender, receiver, bytes) {
      for (const page of [sender, receiver]) await page.goto(url);
      const upload = await sender.evaluate(
        (size) => window.share(new File([new Uint8Array(size)], 'zeros.bin')),
        bytes,
      );
      await receiver.evaluate(async (name) => {
        window.receivedBytes = await window.receive(name);
      }, upload);
      return () => receiver.evaluate(() => window.receivedBytes?.() ?? 0);
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
};

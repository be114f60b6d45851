/** Dedicated worker: answers requests about one stored file. */

import type { OpfsRequest } from './protocol.js';
import { createStoredFile } from './stored-file.js';

const file = createStoredFile();

self.onmessage = async ({ data }: MessageEvent<OpfsRequest>) => {
  const reply = await file.answer(data);
  const returned = reply.ok ? reply.bytes : undefined;
  self.postMessage(reply, { transfer: returned === undefined ? [] : [returned.buffer] });
};

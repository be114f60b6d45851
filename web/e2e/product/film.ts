import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { CDPSession, Page } from '@playwright/test';

const run = promisify(execFile);

/** A scene takes as long as its caption needs to be read, and no longer than people watch. */
const shortestSceneMs = 4_500;
const longestSceneMs = 7_000;

interface Frame {
  picture: Buffer;
  /** Since the beginning of its scene. */
  atMs: number;
}

interface Scene {
  frames: Frame[];
  lengthMs: number;
}

/** The pictures of a page that works, scene by scene. */
export interface Film {
  /** Films `page` while `act` runs. Its time is stretched or compressed to a length that can be read. */
  scene: (page: Page, act: () => Promise<unknown>) => Promise<void>;
  /** Where each scene begins, and where the last one ends. */
  cuts: () => number[];
  /** Encodes VP9 with ffmpeg. */
  write: (path: string) => Promise<void>;
}

const filmed = async (page: Page, act: () => Promise<unknown>): Promise<Scene> => {
  const session: CDPSession = await page.context().newCDPSession(page);
  const from = Date.now();
  const still = async (): Promise<Frame> => ({
    picture: await page.screenshot({ type: 'jpeg', quality: 92 }),
    atMs: Date.now() - from,
  });
  const frames = [{ ...(await still()), atMs: 0 }];
  session.on('Page.screencastFrame', ({ data, sessionId }) => {
    frames.push({ picture: Buffer.from(data, 'base64'), atMs: Date.now() - from });
    void session.send('Page.screencastFrameAck', { sessionId }).catch(() => undefined);
  });
  await session.send('Page.startScreencast', { format: 'jpeg', quality: 92 });
  await act();
  await session.send('Page.stopScreencast');
  frames.push(await still());
  await session.detach();
  const tookMs = Math.max(1, Date.now() - from);
  const factor = Math.min(1, (longestSceneMs - 1_500) / tookMs);
  return {
    frames: frames.map(({ picture, atMs }) => ({ picture, atMs: atMs * factor })),
    // The result stays for a moment.
    lengthMs: Math.max(shortestSceneMs, tookMs * factor + 1_500),
  };
};

/** A list for ffmpeg's concat demuxer: each picture, and for how long. */
const writeFrames = async (scenes: readonly Scene[], folder: string): Promise<string> => {
  const lines: string[] = [];
  for (const [number, { frames, lengthMs }] of scenes.entries()) {
    for (const [index, { picture, atMs }] of frames.entries()) {
      const file = join(folder, `${number}-${index}.jpg`);
      await writeFile(file, picture);
      const until = frames[index + 1]?.atMs ?? lengthMs;
      lines.push(`file '${file}'`, `duration ${(Math.max(1, until - atMs) / 1000).toFixed(3)}`);
    }
  }
  const list = join(folder, 'frames.txt');
  // The demuxer ignores the last duration unless the picture is repeated.
  await writeFile(list, [...lines, lines.at(-2)].join('\n'));
  return list;
};

export const openFilm = (): Film => {
  const scenes: Scene[] = [];
  return {
    scene: async (page, act) => {
      scenes.push(await filmed(page, act));
    },
    cuts: () =>
      scenes.reduce((cuts, { lengthMs }) => [...cuts, (cuts.at(-1) ?? 0) + lengthMs], [0]),
    write: async (path) => {
      const folder = await mkdtemp(join(tmpdir(), 'tandem-film-'));
      const list = await writeFrames(scenes, folder);
      const input = ['-f', 'concat', '-safe', '0', '-i', list];
      const vp9 = ['-c:v', 'libvpx-vp9', '-crf', '38', '-b:v', '0', '-row-mt', '1', '-g', '80'];
      const filter = ['-vf', 'fps=8,scale=1120:-2:flags=lanczos,format=yuv420p'];
      await run('ffmpeg', ['-y', '-v', 'error', ...input, ...filter, ...vp9, '-an', path]);
      await rm(folder, { recursive: true, force: true });
    },
  };
};

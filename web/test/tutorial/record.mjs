/* global window, document, MediaRecorder, Image -- the functions that run in the page */
// Records public/tutorial.webm from the running product: BASE_URL=http://localhost:8080 node record.mjs
// Needs no encoder: screenshots of each step are drawn on a canvas that the browser records.
import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright';

const base = process.env.BASE_URL ?? 'http://localhost:8080';
const output = fileURLToPath(new URL('../../public/tutorial.webm', import.meta.url));
const size = { width: 1280, height: 720 };
const sceneMs = 5000;
const framesPerSecond = 5;

const launch = () =>
  chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-features=WebRtcHideLocalIpsWithMdns'],
  });

const openPage = async (browser) =>
  (
    await browser.newContext({ viewport: size, colorScheme: 'light', reducedMotion: 'reduce' })
  ).newPage();

/** @type {{caption: string, picture: string}[]} */
const scenes = [];
const scene = async (page, caption) => {
  const picture = await page.screenshot({ type: 'jpeg', quality: 85 });
  scenes.push({ caption, picture: picture.toString('base64') });
};

const signUp = async (page) => {
  await page.goto(`${base}/login?tab=signup`);
  await page.getByLabel('Email').fill(`tutorial-${Date.now()}@example.com`);
  await page.getByLabel('Display Name').fill('Ada Lovelace');
  await page.getByLabel('Password', { exact: true }).fill('correct horse');
  await page.getByLabel('Confirm Password').fill('correct horse');
  await page.getByRole('button', { name: 'Create Account' }).click();
  await page.getByText('Recent Shares').waitFor();
};

const createShare = async (page) => {
  const file = {
    name: 'holiday.mov',
    mimeType: 'video/quicktime',
    buffer: randomBytes(40_000_000),
  };
  await page.locator('input[type=file]').first().setInputFiles(file);
  await scene(page, '1. Choose the file. It stays on your disk.');
  await page.getByRole('button', { name: 'Create Share' }).click();
  const dialog = page.getByRole('dialog');
  const link = await dialog.getByLabel('Shareable link').inputValue();
  const password = await dialog.getByRole('textbox', { name: 'Password' }).inputValue();
  await scene(page, '2. Create the share and send the link and the password.');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'hidden' });
  return { link, password };
};

const receive = async (sender, page, { link, password }) => {
  await page.addInitScript(() => Reflect.deleteProperty(window, 'showSaveFilePicker'));
  await page.goto(link);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await scene(page, '3. The other person opens the link and enters the password.');
  await page.getByRole('button', { name: 'Access File' }).click();
  await page.getByLabel('Full Name').fill('Grace Hopper');
  await page.getByLabel('Email Address').fill('grace@example.com');
  await scene(page, '4. They say who they are. It goes into your audit log.');
  await page.getByRole('button', { name: 'Continue to Download' }).click();
  await page.getByRole('button', { name: 'Download File' }).click();
  const speed = sender.getByText(/MB\/s/).first();
  await speed.waitFor();
  await speed.scrollIntoViewIfNeeded();
  await scene(sender, '5. The file goes from browser to browser. Keep both tabs open.');
  const verified = sender.getByText('Verified, identical to your copy');
  await verified.waitFor({ timeout: 90_000 });
  await verified.scrollIntoViewIfNeeded();
  await scene(sender, '6. Done: it arrived, byte for byte.');
};

/** Runs in the page: draws the scenes in real time and returns the recording in base64. */
const film = async ({ pictures, width, height, ms, fps }) => {
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const context = canvas.getContext('2d');
  const recorder = new MediaRecorder(canvas.captureStream(fps), {
    mimeType: 'video/webm;codecs=vp8',
    videoBitsPerSecond: 700_000,
  });
  const parts = [];
  recorder.ondataavailable = (event) => parts.push(event.data);
  const images = await Promise.all(
    pictures.map(async ({ picture, caption }) => {
      const image = new Image();
      image.src = `data:image/jpeg;base64,${picture}`;
      await image.decode();
      return { image, caption };
    }),
  );
  const draw = ({ image, caption }) => {
    context.drawImage(image, 0, 0, width, height);
    context.fillStyle = '#0d2620';
    context.fillRect(0, height - 76, width, 76);
    context.fillStyle = '#f2a81d';
    context.fillRect(0, height - 76, width, 4);
    context.fillStyle = '#eaf4ef';
    context.font = '600 28px "Liberation Sans", Arial, sans-serif';
    context.fillText(caption, 40, height - 28);
  };
  recorder.start();
  for (const item of images) {
    const until = performance.now() + ms;
    while (performance.now() < until) {
      draw(item);
      await new Promise((resolve) => setTimeout(resolve, 1000 / fps));
    }
  }
  const stopped = new Promise((resolve) => (recorder.onstop = resolve));
  recorder.stop();
  await stopped;
  const bytes = new Uint8Array(await new Blob(parts).arrayBuffer());
  let text = '';
  for (let at = 0; at < bytes.length; at += 32_768) {
    text += String.fromCharCode(...bytes.subarray(at, at + 32_768));
  }
  return btoa(text);
};

const [first, second] = await Promise.all([launch(), launch()]);
try {
  const sender = await openPage(first);
  await signUp(sender);
  const share = await createShare(sender);
  await receive(sender, await openPage(second), share);
  const studio = await openPage(second);
  const video = await studio.evaluate(film, {
    pictures: scenes,
    ...size,
    ms: sceneMs,
    fps: framesPerSecond,
  });
  await writeFile(output, Buffer.from(video, 'base64'));
} finally {
  await Promise.all([first.close(), second.close()]);
}

/** Dedicated worker: answers the page's last message after as many milliseconds as it says. */

let timer: ReturnType<typeof setTimeout> | undefined;

self.onmessage = ({ data }: MessageEvent<number>) => {
  clearTimeout(timer);
  timer = setTimeout(() => self.postMessage(null), data);
};

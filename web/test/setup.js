import { TextDecoder, TextEncoder } from 'node:util';

// jsdom lacks what every browser has and the router needs.
Object.assign(globalThis, { TextDecoder, TextEncoder });

// Layout and media are the browser's business; antd only wants somebody to ask.
class NoObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}

if (typeof window !== 'undefined') {
  // jsdom's files can only be read as a whole.
  Blob.prototype.stream ??= function stream() {
    return new ReadableStream({
      start: (controller) => {
        const reader = new FileReader();
        reader.onload = () => {
          controller.enqueue(new Uint8Array(reader.result));
          controller.close();
        };
        reader.readAsArrayBuffer(this);
      },
    });
  };
  Object.assign(globalThis, { ResizeObserver: NoObserver, IntersectionObserver: NoObserver });
  window.matchMedia ??= (query) => ({
    matches: false,
    media: query,
    onchange: null,
    addEventListener() {},
    removeEventListener() {},
    addListener() {},
    removeListener() {},
    dispatchEvent: () => false,
  });
  window.scrollTo = () => {};
  Element.prototype.scrollIntoView ??= () => {};
  // A notification is gone after five seconds, which a busy machine may take between showing and looking.
  const toastMs = 5_000;
  const { setTimeout } = window;
  window.setTimeout = (run, ms, ...rest) =>
    setTimeout.call(window, run, ms === toastMs ? 100 * toastMs : ms, ...rest);
  // jsdom warns about pseudo-elements, which antd's scroll-bar measurement asks for.
  const { getComputedStyle } = window;
  window.getComputedStyle = (element) => getComputedStyle(element);
}

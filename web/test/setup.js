import { TextDecoder, TextEncoder } from 'node:util';
import * as React from 'react';

// Missing in jsdom; the router needs them.
Object.assign(globalThis, { TextDecoder, TextEncoder });

// React creates an error with a stack for each element to name its owner in warnings, ten thousand in a second. That
// takes a twentieth of the time of the tests.
const internals = React.__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE;
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
  get: () => Infinity,
  set() {},
});

// jsdom has no layout; antd only needs the observers to exist.
class NoObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}

if (typeof window !== 'undefined') {
  // jsdom's Blob has no stream().
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
  // Pages look whether there is one; connections are made in the tests of the engine only.
  Object.assign(globalThis, { RTCPeerConnection: () => undefined });
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
  // A toast closes after five seconds, which a busy machine may need before the test looks for it.
  const toastMs = 5_000;
  const { setTimeout } = window;
  window.setTimeout = (run, ms, ...rest) =>
    setTimeout.call(window, run, ms === toastMs ? 100 * toastMs : ms, ...rest);
  // antd passes a pseudo-element to measure scroll bars, about which jsdom warns.
  const { getComputedStyle } = window;
  window.getComputedStyle = (element) => {
    const style = getComputedStyle(element);
    const valueOf = style.getPropertyValue.bind(style);
    // Browsers compute a length where nothing or a variable is set; antd would give a growing field a height of NaN.
    style.getPropertyValue = (name) => {
      const value = valueOf(name);
      const isLength = /^(padding|border)-(top|bottom)(-width)?$/.test(name);
      return isLength && Number.isNaN(Number.parseFloat(value)) ? '0px' : value;
    };
    return style;
  };
}

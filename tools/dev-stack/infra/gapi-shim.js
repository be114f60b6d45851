/* global window, document, location */
/*
 * Replaces https://apis.google.com/js/api.js with the Firebase Auth emulator, so that signInWithPopup of the
 * unmodified SDK works without the internet. Implements the part of gapi.iframes that the SDK (in the page)
 * and the emulator's helper frame use: named calls in both directions over postMessage.
 *
 *   page                          frame (emulator origin)             popup (emulator origin)
 *   open(url) ───────────────────▶ loads
 *   ping ────────────────────────▶ pong
 *                                  send('authEvent') ◀─ postMessage ── account chosen
 *   handler(authEvent) ◀────────── call, answered with the handler's value
 */
(() => {
  if (window.gapi?.iframes) return;
  const mark = 'tandem-gapi-shim';
  const pingEveryMs = 50;

  /** One end of the link between a page and its frame. */
  const makeLink = (peer, peerOrigin, element) => {
    const handlers = new Map();
    const early = [];
    const answers = new Map();
    let lastId = 0;
    const post = (message) => peer().postMessage({ [mark]: true, ...message }, peerOrigin);

    const answer = async ({ id, type, data }) => {
      const value = await handlers.get(type)(data);
      post({ kind: 'answer', id, values: [value] });
    };
    const receive = {
      ping: ({ id }) => post({ kind: 'answer', id, values: [] }),
      // A call may arrive before its handler is registered: queue it.
      call: (message) => (handlers.has(message.type) ? answer(message) : early.push(message)),
      answer: ({ id, values }) => {
        answers.get(id)?.(values);
        answers.delete(id);
      },
    };
    window.addEventListener('message', ({ source, origin, data }) => {
      if (source !== peer() || !data?.[mark]) return;
      if (peerOrigin !== '*' && origin !== peerOrigin) return;
      receive[data.kind]?.(data);
    });

    const call = (message, onAnswer) => {
      lastId += 1;
      if (onAnswer) answers.set(lastId, onAnswer);
      post({ ...message, id: lastId });
    };
    return {
      register: (type, handler) => {
        handlers.set(type, handler);
        for (const message of early.splice(0)) receive.call(message);
      },
      send: (type, data, onAnswer) => call({ kind: 'call', type, data }, onAnswer),
      restyle: async () => undefined,
      close: () => element?.remove(),
      /** Repeats until the frame has loaded and answers. */
      ping: (onPong) =>
        new Promise((resolve) => {
          const timer = setInterval(() => call({ kind: 'ping' }, pong), pingEveryMs);
          const pong = () => {
            clearInterval(timer);
            onPong?.([]);
            resolve([]);
          };
        }),
    };
  };

  const open = ({ url, where, attributes = {} }, onOpen) => {
    const frame = document.createElement('iframe');
    const { style, ...others } = attributes;
    Object.assign(frame.style, style);
    for (const [name, value] of Object.entries(others)) frame.setAttribute(name, value);
    frame.src = url;
    where.append(frame);
    const link = makeLink(() => frame.contentWindow, new URL(url, location.href).origin, frame);
    return Promise.resolve(onOpen ? onOpen(link) : link);
  };

  let parentLink;
  // Like Google's, the frame accepts any embedding page and does not know its origin.
  const getParentIframe = () => (parentLink ??= makeLink(() => window.parent, '*'));

  window.gapi = {
    load: (_module, options) => {
      const done = typeof options === 'function' ? options : options.callback;
      setTimeout(done, 0);
    },
    iframes: {
      Iframe: class {},
      CROSS_ORIGIN_IFRAMES_FILTER: () => true,
      getContext: () => ({ open, getParentIframe }),
    },
  };

  const onLoad = new URL(document.currentScript.src).searchParams.get('onload');
  setTimeout(() => {
    window.gapi_onload?.();
    if (onLoad) window[onLoad]?.();
  }, 0);
})();

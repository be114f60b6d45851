/** Paths of the ops server, which `serveOps` describes. In a file of its own, so that tracing does not load the metrics. */
export const opsPaths = {
  live: '/livez',
  serving: '/servingz',
  ready: '/readyz',
  metrics: '/metrics',
} as const;

/** Whether a request is for one of them; probes arrive every few seconds and would fill the traces. */
export const isOpsRequest = (url: string | undefined): boolean =>
  Object.values<string | undefined>(opsPaths).includes(url);

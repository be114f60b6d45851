import type { Container, Probe } from '../lib/workloads.js';

const portNumber = (port: string | number, container: Container): number =>
  typeof port === 'number'
    ? port
    : (container.ports?.find(({ name }) => name === port)?.containerPort ?? 0);

/** Runs a probe once, as the kubelet does. */
const askProbe = async (probe: Probe, container: Container, podIp: string): Promise<boolean> => {
  const timeoutMs = (probe.timeoutSeconds ?? 1) * 1000;
  if (!probe.httpGet) throw new Error('unsupported kind of probe');
  const port = portNumber(probe.httpGet.port, container);
  try {
    const answer = await fetch(`http://${podIp}:${port}${probe.httpGet.path}`, {
      signal: AbortSignal.timeout(timeoutMs),
    });
    await answer.text();
    return answer.ok;
  } catch {
    return false;
  }
};

/** Generous: all processes start at the same time. */
const maxQuestions = 180;

/** Repeats a probe at its period until it passes. */
export const untilPassed = async (
  probe: Probe | undefined,
  container: Container,
  podIp: string,
  hasEnded: () => boolean,
): Promise<void> => {
  if (!probe) throw new Error(`${container.name} lacks a probe`);
  const periodMs = (probe.periodSeconds ?? 10) * 1000;
  for (let asked = 0; asked < Math.max(maxQuestions, probe.failureThreshold ?? 3); asked += 1) {
    if (hasEnded()) throw new Error(`${container.name} ended while starting`);
    if (await askProbe(probe, container, podIp)) return;
    await new Promise((resolve) => setTimeout(resolve, periodMs));
  }
  throw new Error(`${container.name} does not pass its probe`);
};

import { missingImages, unready, waitingContainers, type Item } from '../pods.js';

const pod = (
  name: string,
  waiting?: { reason: string; message?: string },
  restartCount = 0,
): Item => ({
  kind: 'Pod',
  metadata: { name },
  status: {
    containerStatuses: [
      {
        name: 'main',
        image: `registry/${name}:1`,
        restartCount,
        state: waiting ? { waiting } : {},
      },
    ],
  },
});

const deployment = (status: NonNullable<Item['status']>, replicas = 2): Item => ({
  kind: 'Deployment',
  metadata: { name: 'shares', generation: 3 },
  spec: { replicas },
  status,
});

const complete = { observedGeneration: 3, replicas: 2, updatedReplicas: 2, readyReplicas: 2 };

it('lists images that nodes cannot get, once', () => {
  const items = [
    pod('b', { reason: 'ImagePullBackOff' }),
    pod('a', { reason: 'ErrImageNeverPull' }),
    pod('a', { reason: 'ErrImageNeverPull' }),
    pod('c', { reason: 'ContainerCreating' }),
  ];
  expect(missingImages(items)).toEqual(['registry/a:1', 'registry/b:1']);
});

describe('a Deployment', () => {
  it('is ready with all current pods and no other', () => {
    expect(unready([deployment(complete)])).toEqual([]);
  });

  it.each<[string, NonNullable<Item['status']>]>([
    ['before the controller has seen the change', { ...complete, observedGeneration: 2 }],
    ['with a pod that is not ready', { ...complete, readyReplicas: 1 }],
    ['with a pod of the old revision', { ...complete, updatedReplicas: 1 }],
    ['with more pods than wanted', { ...complete, replicas: 3 }],
    ['without a status', {}],
  ])('is not ready %s', (_what, status) => {
    expect(unready([deployment(status)])).toEqual(['shares']);
  });
});

it('describes containers that wait or were restarted', () => {
  const items = [
    pod('a', { reason: 'CreateContainerConfigError', message: 'secret "x" not found' }),
    pod('b', undefined, 2),
    pod('c'),
  ];
  expect(waitingContainers(items)).toEqual([
    'a: CreateContainerConfigError secret "x" not found',
    'b: running (2 restarts)',
  ]);
});

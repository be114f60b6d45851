import type { CompatServiceDefinition } from 'nice-grpc';

/** Wire tags of the method options in proto/rpc/tandem/rpc/v1/callers.proto: field number and wire type. */
export const callersTag = (50_001 << 3) | 2;
export const actsForTag = (50_002 << 3) | 0;

interface MethodOptions {
  _unknownFields?: Readonly<Record<number, readonly Uint8Array[]>>;
}

/** The encoded values of an option of each method, by the method's path. */
export const optionsOf = (
  definition: CompatServiceDefinition,
  tag: number,
): (readonly [path: string, values: readonly Uint8Array[]])[] => {
  const { fullName, methods } = definition as {
    fullName: string;
    methods: Record<string, { name: string; options: MethodOptions }>;
  };
  return Object.values(methods).map(({ name, options }) => [
    `/${fullName}/${name}`,
    options._unknownFields?.[tag] ?? [],
  ]);
};

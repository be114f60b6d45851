import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { publicKeysOf } from '../security/ed25519.js';

const key = z.string().regex(/^[-._a-zA-Z0-9]+$/);

/** How the value of a key is made. `of` and the names in a template are keys of the same Secret. */
const recipe = z.discriminatedUnion('kind', [
  /** A ring with one key. */
  z.strictObject({ kind: z.literal('keyring') }),
  z.strictObject({ kind: z.literal('public-keys'), of: key }),
  /** Random text that begins with a letter, as NATS demands of passwords. */
  z.strictObject({ kind: z.literal('secret') }),
  /** `${OTHER_KEY}` stands for the value of the other key. */
  z.strictObject({ kind: z.literal('text'), template: z.string() }),
]);

/** The Secrets of a release that are made in the cluster. */
export const provisionManifest = z.strictObject({
  secrets: z.record(z.string(), z.record(key, recipe)).default({}),
  /** Names of Secrets: of the authority, and of each service's certificate. Host names by service, for the edge. */
  certificates: z
    .strictObject({
      authority: z.string(),
      services: z.record(z.string(), z.string()),
      hosts: z.record(z.string(), z.array(z.string())).default({}),
    })
    .optional(),
});

export type ProvisionManifest = z.infer<typeof provisionManifest>;
type Recipe = z.infer<typeof recipe>;
export type SecretData = Readonly<Record<string, string>>;

/** Random: after a loss the id must not name another key, or what the lost one signed would count as forged. */
const newKeyId = (): string => `k${randomBytes(4).toString('hex')}`;

const make = (how: Recipe, known: SecretData): string => {
  const valueOf = (name: string): string => {
    const value = known[name];
    if (value === undefined) throw new Error(`no key ${name} to derive another from`);
    return value;
  };
  switch (how.kind) {
    case 'keyring':
      return `${newKeyId()}:${randomBytes(32).toString('base64url')}`;
    case 'public-keys':
      return publicKeysOf(valueOf(how.of));
    case 'secret':
      return `s${randomBytes(32).toString('hex')}`;
    case 'text':
      return how.template.replace(/\$\{([-._a-zA-Z0-9]+)\}/g, (_reference, name: string) =>
        valueOf(name),
      );
  }
};

const isDerived = ({ kind }: Recipe): boolean => kind === 'public-keys' || kind === 'text';

/**
 * The keys to write; empty when nothing changes. Existing keys are never replaced, because they decrypt stored data.
 * Derived values are computed again from their source.
 */
export const changesOf = (
  recipes: Readonly<Record<string, Recipe>>,
  present: SecretData,
): Record<string, string> => {
  const known: Record<string, string> = { ...present };
  const changes: Record<string, string> = {};
  const entries = Object.entries(recipes);
  const inOrder = [
    ...entries.filter(([, how]) => !isDerived(how)),
    ...entries.filter(([, how]) => isDerived(how)),
  ];
  for (const [name, how] of inOrder) {
    if (present[name] !== undefined && !isDerived(how)) continue;
    const value = make(how, known);
    known[name] = value;
    if (present[name] !== value) changes[name] = value;
  }
  return changes;
};

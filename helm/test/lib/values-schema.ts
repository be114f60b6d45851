import { readFileSync } from 'node:fs';
import type { Rendering } from './chart.js';
import { at } from './paths.js';

export interface Schema {
  description?: string;
  type?: string | string[];
  items?: Schema;
  oneOf?: Schema[];
  properties?: Record<string, Schema>;
  additionalProperties?: boolean | Schema;
}

export const valuesSchema = (chart: Rendering['chart']): Schema =>
  JSON.parse(readFileSync(at(`helm/${chart}/values.schema.json`), 'utf8')) as Schema;

/** Whether the schema allows a path such as `services.<any>.autoscaling.maxReplicas`. */
export const hasValue = (chart: Rendering['chart'], path: string): boolean => {
  let place: Schema | undefined = valuesSchema(chart);
  for (const key of path.split('.')) {
    const any: Schema | boolean = place.additionalProperties ?? false;
    place = place.properties?.[key] ?? (typeof any === 'object' ? any : undefined);
    if (!place) return false;
  }
  return true;
};

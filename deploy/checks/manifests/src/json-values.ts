/** A value as YAML and JSON have it. */
export type Json = string | number | boolean | null | Json[] | JsonObject;
export interface JsonObject {
  [name: string]: Json;
}

export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A string, empty if absent. */
export const textOf = (value: Json | undefined) => (typeof value === 'string' ? value : '');

/** The value at a path of keys and indexes; undefined if it does not exist. */
export function valueAt(value: Json | undefined, path: readonly (string | number)[]): Json | undefined {
  let at: Json | undefined = value;
  for (const step of path) {
    if (Array.isArray(at) && typeof step === 'number') at = at[step];
    else if (isObject(at)) at = at[step];
    else return undefined;
  }
  return at;
}

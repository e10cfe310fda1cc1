import { isObject, type Json, type JsonObject } from './json-values.js';
import type { JsonPatch } from './kustomization.schema.js';

/** Lists merged by a key field; all others are replaced (Kubernetes' own rule). */
const mergeKeys: Readonly<Record<string, string>> = {
  containers: 'name',
  initContainers: 'name',
  env: 'name',
  volumes: 'name',
  volumeMounts: 'mountPath',
  imagePullSecrets: 'name',
};
/** Lists with Kubernetes rules that are not implemented here. */
const notRebuilt = new Set(['ports', 'topologySpreadConstraints', 'envFrom', 'hostAliases']);

function mergeLists(name: string, onto: Json[], patch: Json[]): Json[] {
  if (notRebuilt.has(name)) throw new Error(`A patch of ${name} is more than is rebuilt here`);
  const key = mergeKeys[name];
  if (key === undefined) return structuredClone(patch);
  const merged = structuredClone(onto);
  const added: Json[] = [];
  for (const entry of patch) {
    const at = merged.findIndex((each) => isObject(each) && isObject(entry) && each[key] === entry[key]);
    const known = merged[at];
    if (isObject(known) && isObject(entry)) merged[at] = mergePatch(known, entry);
    else added.push(structuredClone(entry));
  }
  // Kustomize prepends what a patch adds.
  return [...added, ...merged];
}

/**
 * A strategic merge patch: objects are merged, lists by their key field, null removes a field. Throws for
 * unsupported features.
 */
export function mergePatch(onto: JsonObject, patch: JsonObject): JsonObject {
  const merged: JsonObject = { ...onto };
  for (const [name, value] of Object.entries(patch)) {
    if (name.startsWith('$')) throw new Error(`${name} is more than is rebuilt here`);
    const known = onto[name];
    if (value === null) delete merged[name];
    else if (isObject(value)) merged[name] = mergePatch(isObject(known) ? known : {}, value);
    else if (Array.isArray(value) && Array.isArray(known)) merged[name] = mergeLists(name, known, value);
    else merged[name] = structuredClone(value);
  }
  return merged;
}

const stepsOf = (path: string) =>
  path
    .slice(1)
    .split('/')
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));

/** A JSON patch (RFC 6902). Throws if a path does not exist for replace or remove. */
export function applyJsonPatch(onto: JsonObject, patch: JsonPatch): JsonObject {
  const patched = structuredClone(onto);
  for (const operation of patch) {
    const steps = stepsOf(operation.path);
    const last = steps.pop() ?? '';
    let at: Json = patched;
    for (const step of steps) {
      const next: Json | undefined = Array.isArray(at)
        ? at[Number(step)]
        : isObject(at)
          ? at[step]
          : undefined;
      if (next === undefined) throw new Error(`${operation.path} leads nowhere`);
      at = next;
    }
    if (Array.isArray(at)) {
      const index = last === '-' && operation.op === 'add' ? at.length : Number(last);
      const limit = operation.op === 'add' ? at.length : at.length - 1;
      if (!Number.isInteger(index) || index < 0 || index > limit) {
        throw new Error(`${operation.path} leads nowhere`);
      }
      if (operation.op === 'add') at.splice(index, 0, operation.value);
      else if (operation.op === 'replace') at[index] = operation.value;
      else at.splice(index, 1);
    } else if (isObject(at)) {
      if (operation.op !== 'add' && !(last in at)) throw new Error(`${operation.path} leads nowhere`);
      if (operation.op === 'remove') delete at[last];
      else at[last] = operation.value;
    } else {
      throw new Error(`${operation.path} leads nowhere`);
    }
  }
  return patched;
}

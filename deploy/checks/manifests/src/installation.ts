import { buildKustomization } from './build-kustomization.js';
import { manifest, ofKind, type Kind, type Manifest, type Of } from './kinds/manifest.js';
import type { Container } from './kinds/pods.js';
import { idOf } from './resource.js';

/** Everything an installation applies: stores, pre-rollout jobs, and workloads. */
export interface Installation {
  name: string;
  resources: readonly Manifest[];
  all: <K extends Kind>(kind: K) => Of<K>[];
  /** Throws if there is none. */
  one: <K extends Kind>(kind: K, name: string) => Of<K>;
}

/** Builds the folders of an installation and parses every resource by kind; throws errors with their location. */
export function installationOf(name: string, folders: readonly string[]): Installation {
  const resources = folders.flatMap((folder) =>
    buildKustomization(folder).map((each) => {
      const read = manifest.safeParse(each);
      if (!read.success)
        throw new Error(`${folder}: ${idOf(each)} is not as its kind is`, { cause: read.error });
      return read.data;
    }),
  );
  const all = <K extends Kind>(kind: K) => ofKind(resources, kind);
  return {
    name,
    resources,
    all,
    one: (kind, wanted) => {
      const found = all(kind).find(({ metadata }) => metadata.name === wanted);
      if (found === undefined) throw new Error(`${name} has no ${kind} ${wanted}`);
      return found;
    },
  };
}

/**
 * The environment of a container: ConfigMaps in order, then its own variables; `secretOf` supplies secrets. Throws
 * for a missing ConfigMap or required secret.
 */
export function environmentOf(
  { all }: Installation,
  { envFrom = [], env = [] }: Container,
  secretOf: (secret: string, key: string) => string | undefined,
): Record<string, string> {
  const given: Record<string, string> = {};
  for (const { configMapRef } of envFrom) {
    const map = all('ConfigMap').find(({ metadata }) => metadata.name === configMapRef.name);
    if (map === undefined) throw new Error(`There is no ConfigMap ${configMapRef.name}`);
    Object.assign(given, map.data);
  }
  for (const { name, value, valueFrom } of env) {
    const reference = valueFrom?.secretKeyRef;
    const found = reference === undefined ? value : secretOf(reference.name, reference.key);
    if (found !== undefined) given[name] = found;
    else if (reference?.optional !== true) throw new Error(`${name} has no value`);
  }
  return given;
}

import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { applyJsonPatch, mergePatch } from './apply-patch.js';
import { generatedName } from './config-map-name.js';
import { isObject, textOf, valueAt, type Json, type JsonObject } from './json-values.js';
import { jsonPatch, kustomization, type Kustomization } from './kustomization.schema.js';
import { documentsIn, idOf, resource, resourcesIn, type Resource } from './resource.js';

/** The result of a kustomization so far: resources by identity, and the data of generated ConfigMaps. */
interface Made {
  resources: Map<string, Resource>;
  configMaps: Map<string, Record<string, string>>;
}

/** Our cluster-scoped kinds. */
const clusterWide = new Set(['Namespace']);

function read(folder: string): Kustomization {
  const [document] = documentsIn(readFileSync(join(folder, 'kustomization.yaml'), 'utf8'));
  return kustomization.parse(document);
}

function add({ resources }: Made, made: Resource, from: string): void {
  const id = idOf(made);
  if (resources.has(id)) throw new Error(`${from}: there are two of ${id}`);
  resources.set(id, made);
}

function addResources(made: Made, folder: string, names: readonly string[]): void {
  for (const name of names) {
    const path = join(folder, name);
    if (!existsSync(path)) throw new Error(`${folder}: ${name} is not there`);
    if (!statSync(path).isDirectory()) {
      for (const each of resourcesIn(readFileSync(path, 'utf8'))) add(made, each, path);
      continue;
    }
    const below = make(path);
    for (const each of below.resources.values()) add(made, each, path);
    for (const [map, data] of below.configMaps) {
      if (made.configMaps.has(map)) throw new Error(`${path}: there are two ConfigMaps ${map}`);
      made.configMaps.set(map, data);
    }
  }
}

function generate(
  { configMaps }: Made,
  folder: string,
  generators: Kustomization['configMapGenerator'],
): void {
  for (const { name, behavior, literals } of generators) {
    const given = Object.fromEntries(
      literals.map((literal) => [
        literal.slice(0, literal.indexOf('=')),
        literal.slice(literal.indexOf('=') + 1),
      ]),
    );
    const known = configMaps.get(name);
    if ((behavior === 'merge') !== (known !== undefined)) {
      throw new Error(
        `${folder}: the ConfigMap ${name} ${known ? 'is there already' : 'is not there to merge with'}`,
      );
    }
    configMaps.set(name, { ...known, ...given });
  }
}

/** The resources matched by a target; its name is a pattern of the whole name. */
function targets({ resources }: Made, { kind, name }: { kind: string; name?: string | undefined }): string[] {
  const pattern = new RegExp(`^(?:${name ?? '.*'})$`);
  return [...resources].flatMap(([id, each]) =>
    each.kind === kind && pattern.test(each.metadata.name) ? [id] : [],
  );
}

function patchOne({ resources }: Made, id: string, patch: Json): void {
  const known = resources.get(id);
  if (known === undefined) throw new Error(`${id} is not there`);
  if (Array.isArray(patch)) {
    resources.set(id, resource.parse(applyJsonPatch(known, jsonPatch.parse(patch))));
  } else if (isObject(patch) && patch['$patch'] === 'delete') {
    resources.delete(id);
  } else if (isObject(patch)) {
    const { name, ...metadata } = isObject(patch['metadata']) ? patch['metadata'] : {};
    resources.set(id, resource.parse(mergePatch(known, { ...patch, metadata })));
  } else {
    throw new Error('A patch is an object or a list of operations');
  }
}

function patchAll(made: Made, folder: string, patches: Kustomization['patches']): void {
  for (const { path, patch, target } of patches) {
    const documents = documentsIn(
      path === undefined ? (patch ?? '') : readFileSync(join(folder, path), 'utf8'),
    );
    for (const document of documents as Json[]) {
      const ids = target === undefined ? [idOf(resource.parse(document))] : targets(made, target);
      const what = `${folder}: the patch of ${JSON.stringify(target ?? ids)}`;
      if (ids.length === 0) throw new Error(`${what} hits nothing`);
      for (const id of ids) {
        try {
          patchOne(made, id, document);
        } catch (error) {
          throw new Error(`${what} cannot be applied`, { cause: error });
        }
      }
    }
  }
}

/** The pod template of a workload; undefined for other resources. */
export const podTemplateOf = (each: JsonObject): Json | undefined =>
  valueAt(each, ['spec', 'jobTemplate', 'spec', 'template']) ?? valueAt(each, ['spec', 'template']);

/** All templates of a workload, whose labels are those of what is made from them: a CronJob has one of its jobs as well. */
const templatesOf = (each: JsonObject): JsonObject[] =>
  [valueAt(each, ['spec', 'jobTemplate']), podTemplateOf(each)].filter(isObject);

function setLabels(each: Resource, { pairs, includeTemplates }: Kustomization['labels'][number]): void {
  each.metadata.labels = { ...each.metadata.labels, ...pairs };
  if (!includeTemplates) return;
  for (const template of templatesOf(each)) {
    const metadata = isObject(template['metadata']) ? template['metadata'] : {};
    const labels = isObject(metadata['labels']) ? metadata['labels'] : {};
    template['metadata'] = { ...metadata, labels: { ...labels, ...pairs } };
  }
}

/** The containers of a workload's pods. */
export function containersOf(each: JsonObject): JsonObject[] {
  return ['initContainers', 'containers'].flatMap((list) => {
    const containers = valueAt(podTemplateOf(each), ['spec', list]);
    return Array.isArray(containers) ? containers.filter(isObject) : [];
  });
}

function setImages(each: Resource, images: Kustomization['images'], hit: Set<string>): void {
  for (const container of containersOf(each)) {
    const [name = '', tag] = textOf(container['image']).split(/:(?=[^/]*$)/);
    const wanted = images.find((image) => image.name === name);
    if (wanted === undefined) continue;
    hit.add(name);
    const newTag = wanted.newTag ?? tag;
    container['image'] = `${wanted.newName ?? name}${newTag === undefined ? '' : `:${newTag}`}`;
  }
}

function make(folder: string, onto?: Made): Made {
  const said = read(folder);
  if ((said.kind === 'Component') !== (onto !== undefined)) {
    throw new Error(`${folder}: a component stands among components, and nothing else does`);
  }
  const made: Made = onto ?? { resources: new Map(), configMaps: new Map() };
  addResources(made, folder, said.resources);
  for (const component of said.components) make(join(folder, component), made);
  generate(made, folder, said.configMapGenerator);
  patchAll(made, folder, said.patches);
  const hit = new Set<string>();
  for (const each of made.resources.values()) {
    for (const labels of said.labels) setLabels(each, labels);
    setImages(each, said.images, hit);
    if (said.namespace === undefined) continue;
    if (!clusterWide.has(each.kind)) each.metadata.namespace = said.namespace;
    else if (each.metadata.name !== said.namespace)
      throw new Error(`${folder}: ${idOf(each)} is another namespace`);
  }
  const missed = said.images.find(({ name }) => !hit.has(name));
  if (missed !== undefined) throw new Error(`${folder}: no container has the image ${missed.name}`);
  return made;
}

function nameConfigMaps(each: Resource, names: ReadonlyMap<string, string>): void {
  for (const container of containersOf(each)) {
    const sources = container['envFrom'];
    for (const source of Array.isArray(sources) ? sources : []) {
      const reference = valueAt(source, ['configMapRef']);
      if (!isObject(reference)) continue;
      const name = names.get(textOf(reference['name']));
      if (name === undefined)
        throw new Error(`${idOf(each)} reads a ConfigMap ${textOf(reference['name'])} that nobody makes`);
      reference['name'] = name;
    }
  }
}

/**
 * Builds a kustomization like `kubectl kustomize`, as far as ours need: resources, components, labels, images,
 * namespace, generated ConfigMaps and patches. Throws for unknown fields, for patches and images without a target,
 * and for missing files. Labels and namespace of ConfigMaps are those of the outermost folder.
 */
export function buildKustomization(folder: string): Resource[] {
  const { resources, configMaps } = make(folder);
  const { namespace, labels } = read(folder);
  const names = new Map([...configMaps].map(([name, data]) => [name, generatedName(name, data)]));
  for (const each of resources.values()) nameConfigMaps(each, names);
  const maps = [...configMaps].map(([name, data]): Resource => {
    const pairs = labels.map((each) => each.pairs);
    return {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: {
        name: names.get(name) ?? name,
        ...(namespace === undefined ? {} : { namespace }),
        ...(pairs.length === 0 ? {} : { labels: Object.assign({}, ...pairs) as Record<string, string> }),
      },
      data,
    };
  });
  return [...resources.values(), ...maps];
}

import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { applyJsonPatch, mergePatch } from './apply-patch.js';
import { buildKustomization } from './build-kustomization.js';
import { generatedName } from './config-map-name.js';
import type { JsonObject } from './json-values.js';
import type { JsonPatch } from './kustomization.schema.js';
import { kustomizations } from './kustomizations.js';
import { idOf, resourcesIn, type Resource } from './resource.js';

const root = mkdtempSync(join(tmpdir(), 'kustomize-'));
afterAll(() => {
  rmSync(root, { recursive: true });
});

/** A folder with the given files; a kustomization's header is added. */
function folderWith(files: Record<string, string>): string {
  const folder = mkdtempSync(join(root, 'case-'));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    const [version, kind] = name.includes('component')
      ? ['v1alpha1', 'Component']
      : ['v1beta1', 'Kustomization'];
    const head = `apiVersion: kustomize.config.k8s.io/${version}\nkind: ${kind}\n`;
    writeFileSync(join(folder, name), name.endsWith('kustomization.yaml') ? head + text : text);
  }
  return folder;
}

const sorted = (resources: Resource[]) => [...resources].sort((a, b) => (idOf(a) < idOf(b) ? -1 : 1));

const hasKubectl = spawnSync('kubectl', ['version', '--client']).status === 0;
const withKubectl = hasKubectl ? test : test.skip;
if (!hasKubectl) console.info('no kubectl here: the manifests were not built by kubectl kustomize');

withKubectl.each(kustomizations)('kubectl kustomize makes the same of %s', (folder) => {
  const text = execFileSync('kubectl', ['kustomize', folder], { encoding: 'utf8', maxBuffer: 2 ** 24 });
  expect(sorted(buildKustomization(folder))).toEqual(sorted(resourcesIn(text)));
});

test.each<[string, JsonObject, JsonObject, JsonObject]>([
  ['a field is set', { a: 1, b: 2 }, { b: 3 }, { a: 1, b: 3 }],
  ['a field is taken away', { a: 1, b: 2 }, { b: null }, { a: 1 }],
  ['objects are merged', { a: { b: 1, c: 2 } }, { a: { c: 3 } }, { a: { b: 1, c: 3 } }],
  ['plain lists are replaced', { args: ['a', 'b'] }, { args: ['c'] }, { args: ['c'] }],
  [
    'containers are merged by name',
    { containers: [{ name: 'x', image: 'i' }] },
    { containers: [{ name: 'x', command: ['c'] }] },
    { containers: [{ name: 'x', image: 'i', command: ['c'] }] },
  ],
  [
    'what is new in a list stands first',
    { env: [{ name: 'A', value: '1' }] },
    { env: [{ name: 'B', value: '2' }] },
    {
      env: [
        { name: 'B', value: '2' },
        { name: 'A', value: '1' },
      ],
    },
  ],
])('merging: %s', (_name, onto, patch, merged) => {
  expect(mergePatch(onto, patch)).toEqual(merged);
});

test.each<[string, JsonObject]>([
  ['a directive', { a: { $patch: 'replace' } }],
  ['a list with rules of its own', { ports: [] }],
])('merging refuses %s', (_name, patch) => {
  expect(() => mergePatch({ a: {}, ports: [{ port: 1 }] }, patch)).toThrow('more than is rebuilt here');
});

test.each<[string, JsonPatch, JsonObject]>([
  ['adds to a list', [{ op: 'add', path: '/list/0', value: 'x' }], { list: ['x', 'a'], map: { k: 1 } }],
  ['adds at its end', [{ op: 'add', path: '/list/-', value: 'x' }], { list: ['a', 'x'], map: { k: 1 } }],
  ['replaces', [{ op: 'replace', path: '/map/k', value: 2 }], { list: ['a'], map: { k: 2 } }],
  ['removes', [{ op: 'remove', path: '/map' }], { list: ['a'] }],
])('a JSON patch %s', (_name, patch, patched) => {
  expect(applyJsonPatch({ list: ['a'], map: { k: 1 } }, patch)).toEqual(patched);
});

test.each<[string, JsonPatch]>([
  ['what it is to replace', [{ op: 'replace', path: '/map/none', value: 1 }]],
  ['what it is to remove', [{ op: 'remove', path: '/list/1' }]],
  ['the way there', [{ op: 'add', path: '/none/there', value: 1 }]],
])('a JSON patch is refused where it does not find %s', (_name, patch) => {
  expect(() => applyJsonPatch({ list: ['a'], map: { k: 1 } }, patch)).toThrow('leads nowhere');
});

const service = 'apiVersion: v1\nkind: Service\nmetadata: { name: x }\n';

test.each<[string, Record<string, string>, string]>([
  ['a field it does not know', { 'kustomization.yaml': 'namePrefix: a-\n' }, 'namePrefix'],
  ['a file that is not there', { 'kustomization.yaml': 'resources: [none.yaml]\n' }, 'is not there'],
  [
    'two of a name',
    { 'kustomization.yaml': 'resources: [a.yaml, b.yaml]\n', 'a.yaml': service, 'b.yaml': service },
    'two of Service x',
  ],
  [
    'a patch that hits nothing',
    {
      'kustomization.yaml': 'resources: [a.yaml]\npatches:\n  - { target: { kind: Ingress }, patch: "[]" }\n',
      'a.yaml': service,
    },
    'hits nothing',
  ],
  [
    'an image that no container has',
    { 'kustomization.yaml': 'resources: [a.yaml]\nimages: [{ name: none }]\n', 'a.yaml': service },
    'no container has the image none',
  ],
  [
    'settings to merge with none',
    { 'kustomization.yaml': 'configMapGenerator: [{ name: a, behavior: merge, literals: [A=1] }]\n' },
    'not there to merge with',
  ],
  [
    'a component among resources',
    { 'kustomization.yaml': 'resources: [component]\n', 'component/kustomization.yaml': '' },
    'a component stands among components',
  ],
])('a kustomization is refused with %s', (_name, files, reason) => {
  expect(() => buildKustomization(folderWith(files))).toThrow(reason);
});

test('the name of a generated ConfigMap changes with what is in it, and with nothing else', () => {
  expect(generatedName('a', { A: '1', B: '2' })).toBe(generatedName('a', { B: '2', A: '1' }));
  expect(generatedName('a', { A: '1' })).not.toBe(generatedName('a', { A: '2' }));
});

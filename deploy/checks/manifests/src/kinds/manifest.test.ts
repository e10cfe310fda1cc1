import { manifest } from './manifest.js';

const service = {
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { name: 'auth' },
  spec: {
    selector: { 'app.kubernetes.io/name': 'auth' },
    ports: [{ name: 'http', port: 4000, targetPort: 'http' }],
  },
};
const container = { name: 'x', image: 'x:1.0.0' };

test('a resource with the fields of its kind is taken', () => {
  expect(manifest.safeParse(service).success).toBe(true);
});

test.each<[string, unknown]>([
  ['a misspelt field', { ...service, spec: { ...service.spec, selecter: {} } }],
  ['a kind that nobody uses', { ...service, kind: 'Secret' }],
  ['another version of a kind', { ...service, apiVersion: 'v2' }],
  ['a port that is none', { ...service, spec: { ...service.spec, ports: [{ name: 'http', port: 0 }] } }],
  [
    'a pod that may write its own root',
    {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'x' },
      spec: { selector: {}, template: { metadata: { labels: {} }, spec: { containers: [container] } } },
    },
  ],
])('%s is refused', (_name, given) => {
  expect(manifest.safeParse(given).success).toBe(false);
});

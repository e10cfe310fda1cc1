import { fileURLToPath } from 'node:url';
import { endpoints } from '@crm/contracts/http/all.js';
import { clientEvents } from '@crm/contracts/sockets/client-events.js';
import { startSystem, stopSystems, type TestSystem } from '../test/system.js';
import { renderDocs } from './api-docs-page.js';

let system: TestSystem;
beforeAll(async () => {
  const generated = fileURLToPath(new URL('../../../contracts/generated', import.meta.url));
  system = await startSystem({ env: { DOCS_ROOT: generated } });
});
afterAll(stopSystems);

test.each(['openapi.json', 'asyncapi.json'])('the published %s is served as it is', async (name) => {
  const response = await fetch(`${system.url}/api/docs/${name}`);
  expect([response.status, response.headers.get('content-type')]).toEqual([
    200,
    'application/json; charset=utf-8',
  ]);
  expect(response.headers.get('content-encoding')).toMatch(/^(br|gzip)$/);
  expect(Object.keys((await response.json()) as object)).toContain(name.replace('.json', ''));
});

test('the page names every call and every live event, and needs no script', async () => {
  const response = await fetch(`${system.url}/api/docs`);
  const page = await response.text();
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
  const published = endpoints.filter(({ access }) => access !== 'internal');
  const missing = [
    ...published.filter(({ name }) => !page.includes(`id="${name}"`)),
    ...Object.values(clientEvents).filter(({ name }) => !page.includes(`<code>${name}</code>`)),
  ];
  expect(missing.map(({ name }) => name)).toEqual([]);
  expect(/<script|\son\w+=|style=/.exec(page)?.[0]).toBeUndefined();
  const [, nonce = ''] = /'nonce-([^']+)'/.exec(response.headers.get('content-security-policy') ?? '') ?? [];
  expect(page).toContain(`<style nonce="${nonce}">`);
});

test('what a document says is shown, never run', () => {
  const page = renderDocs(
    { info: { title: '<script>1</script>', description: '{nonce}' }, paths: {} },
    { info: { title: '', description: '"><img onerror=1>' }, components: { messages: {} } },
  );
  expect(page).not.toContain('<script>');
  expect(page).not.toContain('<img');
  // Nothing but the page's own style has a place for the nonce.
  expect(page.split('{nonce}')).toHaveLength(2);
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Parser } from '@asyncapi/parser';
import { documents } from './documents.js';

const committed = (name: string) => readFileSync(join(process.cwd(), 'contracts/generated', name), 'utf8');

test.each(Object.entries(documents()))(
  'the committed %s is what the schemas say (npm run docs:api)',
  (name, text) => {
    expect(committed(name)).toBe(text);
  },
);

test('the AsyncAPI document is valid', async () => {
  const { diagnostics } = await new Parser().parse(documents()['asyncapi.json'] ?? '');
  expect(diagnostics.filter(({ severity }) => Number(severity) === 0)).toEqual([]);
});

test('the OpenAPI document names each operation once and has every path parameter', () => {
  const document = JSON.parse(documents()['openapi.json'] ?? '') as {
    paths: Record<
      string,
      Record<string, { operationId: string; parameters: { name: string; in: string }[] }>
    >;
  };
  const names = new Set<string>();
  for (const [path, operations] of Object.entries(document.paths)) {
    for (const { operationId, parameters } of Object.values(operations)) {
      expect(names).not.toContain(operationId);
      names.add(operationId);
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      expect(parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name)).toEqual(
        inPath,
      );
    }
  }
});

import { createHash } from 'node:crypto';

/** Kustomize's hash alphabet has no vowels or similar digits, to avoid words. */
const written: Readonly<Record<string, string>> = { '0': 'g', '1': 'h', '3': 'k', a: 'm', e: 't' };

/** Go escapes these in JSON, and the hash is computed from that. */
const escaped = (json: string) =>
  json.replace(/[<>&\u2028\u2029]/g, (each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** The name of a generated ConfigMap: its own name, and a hash of its content. */
export function generatedName(name: string, data: Readonly<Record<string, string>>): string {
  const sorted = Object.fromEntries(Object.entries(data).sort(([a], [b]) => (a < b ? -1 : 1)));
  // The hash is computed with an empty name: two maps with the same content have the same hash.
  const text = escaped(JSON.stringify({ data: sorted, kind: 'ConfigMap', name: '' }));
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 10);
  return `${name}-${[...hash].map((each) => written[each] ?? each).join('')}`;
}

import { z } from 'zod';

const content = z
  .record(z.string(), z.object({ schema: z.unknown().optional(), example: z.unknown().optional() }))
  .optional();
const operation = z.object({
  operationId: z.string(),
  tags: z.array(z.string()).default([]),
  summary: z.string().default(''),
  description: z.string().default(''),
  parameters: z
    .array(z.object({ name: z.string(), in: z.string(), required: z.boolean().default(false) }))
    .default([]),
  requestBody: z.object({ content }).optional(),
  responses: z.record(z.string(), z.object({ description: z.string().default(''), content })),
});

/** The part of an OpenAPI document that the page shows. */
export const openApiDocument = z.object({
  info: z.object({ title: z.string(), description: z.string().default('') }),
  paths: z.record(z.string(), z.record(z.string(), operation)),
});

/** The part of an AsyncAPI document that the page shows. */
export const asyncApiDocument = z.object({
  info: z.object({ title: z.string(), description: z.string().default('') }),
  components: z.object({
    messages: z.record(
      z.string(),
      z.object({
        title: z.string(),
        summary: z.string().default(''),
        payload: z.unknown(),
        examples: z.array(z.object({ payload: z.unknown() })).default([]),
      }),
    ),
  }),
});

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
// Braces too: the page's own `{nonce}` must come from nowhere but the template.
const escape = (text: string) =>
  text.replace(/[&<>"]/g, (sign) => entities[sign] ?? sign).replaceAll('{', '&#123;');

const json = (label: string, value: unknown) =>
  value === undefined
    ? ''
    : `<details><summary>${label}</summary><pre>${escape(JSON.stringify(value, null, 2))}</pre></details>`;

function renderCall(path: string, method: string, call: z.output<typeof operation>): string {
  const parameters = call.parameters.map(
    (each) =>
      `<li><code>${escape(each.name)}</code> in ${escape(each.in)}${each.required ? ', required' : ''}</li>`,
  );
  const bodies = Object.entries(call.requestBody?.content ?? {}).map(
    ([type, { example, schema }]) =>
      json(`Body, ${escape(type)}`, example) + json('Schema of the body', schema),
  );
  const answers = Object.entries(call.responses).map(
    ([status, { description, content: kinds }]) =>
      `<p>${escape(status)} ${escape(description)}</p>` +
      Object.values(kinds ?? {})
        .map(({ example, schema }) => json('Answer', example) + json('Schema of the response', schema))
        .join(''),
  );
  return `<article id="${escape(call.operationId)}"><h3><b>${method.toUpperCase()}</b> <code>${escape(path)}</code></h3>
<p>${escape(call.summary)} ${escape(call.description)}</p>
${parameters.length === 0 ? '' : `<ul>${parameters.join('')}</ul>`}${bodies.join('')}${answers.join('')}</article>`;
}

const kinds = [
  { prefix: 'client.', title: 'Live events from the browser' },
  { prefix: 'server.', title: 'Live events to the browser' },
  { prefix: 'events.', title: 'Events of the bus' },
  { prefix: 'commands.', title: 'Commands of the bus' },
] as const;

const style = `
:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}
body{max-width:60rem;margin:2rem auto;padding:0 1rem}
h3{margin-bottom:0}article{border-top:1px solid #8886;padding:.5rem 0}
pre{overflow:auto;padding:.75rem;border:1px solid #8886;border-radius:.25rem;max-height:24rem}
summary{cursor:pointer}nav ul{columns:2}`;

/**
 * Renders both documents as one page without scripts: every call by its service, every live event, every message, each
 * with its example. `{nonce}` in the page is to be replaced, per answer, by the nonce of its policy.
 */
export function renderDocs(
  openapi: z.output<typeof openApiDocument>,
  asyncapi: z.output<typeof asyncApiDocument>,
): string {
  const calls = Object.entries(openapi.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, call]) => ({
      path,
      method,
      call,
      service: call.tags[0] ?? 'other',
    })),
  );
  const services = [...new Set(calls.map(({ service }) => service))];
  const messages = Object.entries(asyncapi.components.messages);

  const callSections = services.map((service) => ({
    id: `calls-${service}`,
    title: `Calls: ${service}`,
    body: calls
      .filter((each) => each.service === service)
      .map(({ path, method, call }) => renderCall(path, method, call))
      .join(''),
  }));
  const messageSections = kinds.map(({ prefix, title }) => ({
    id: prefix.slice(0, -1),
    title,
    body: messages
      .filter(([key]) => key.startsWith(prefix))
      .map(
        ([key, { title: name, summary, payload, examples }]) =>
          `<article id="${escape(key)}"><h3><code>${escape(name)}</code></h3><p>${escape(summary)}</p>` +
          `${json('Example', examples[0]?.payload)}${json('Schema', payload)}</article>`,
      )
      .join(''),
  }));
  const sections = [...callSections, ...messageSections];

  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><link rel="icon" href="data:,">
<title>${escape(openapi.info.title)}</title><style nonce="{nonce}">${style}</style></head>
<body><h1>${escape(openapi.info.title)}</h1><p>${escape(openapi.info.description)} ${escape(asyncapi.info.description)}</p>
<p>For machines: <a href="/api/docs/openapi.json">openapi.json</a>, <a href="/api/docs/asyncapi.json">asyncapi.json</a>.</p>
<nav><ul>${sections.map(({ id, title }) => `<li><a href="#${escape(id)}">${escape(title)}</a></li>`).join('')}</ul></nav>
${sections.map(({ id, title, body }) => `<section id="${escape(id)}"><h2>${escape(title)}</h2>${body}</section>`).join('\n')}
</body></html>
`;
}

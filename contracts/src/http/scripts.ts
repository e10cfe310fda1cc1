import { z } from 'zod';
import { outcome } from '../errors.js';
import { id, instant } from '../ids.js';
import { defineEndpoint } from '../endpoint/endpoint.js';

/** The kind of scripts that agents write themselves; the built-in ones are no records (rule L31). */
export const customScriptType = 2;
/** More than anybody reads out in a call. */
export const scriptLength = 50_000;

const typeIdOfScript = z.literal(customScriptType);

/** A script that an agent wrote: sanitised HTML (rule L31). */
export const customScript = z.object({
  id,
  agent_id: id,
  type_id: typeIdOfScript,
  html: z.string(),
  updatedAt: instant,
});
export type CustomScript = z.infer<typeof customScript>;

/** What is sent for a script; a script that shows nothing after cleaning is refused by the service. */
const html = z.string().max(scriptLength, 'A script may have 50,000 characters at most');

const exampleScript: CustomScript = {
  id: '66f0a1b2c3d4e5f6010205aa',
  agent_id: '66f0a1b2c3d4e5f601020304',
  type_id: 2,
  html: '<h2>Opening</h2><p>Hi, this is <strong>Dana</strong>.</p>',
  updatedAt: '2026-11-20T17:41:00.000Z',
};
const saved = { status: 'success', message: 'Script saved' } as const;

export const listScripts = defineEndpoint({
  name: 'listScripts',
  method: 'GET',
  path: '/api/agents/scripts/{userId}/{typeId}',
  service: 'leads',
  access: 'self',
  given: true,
  summary: "A user's own scripts, the first written first.",
  subject: { in: 'params', key: 'userId' },
  params: z.object({ userId: id, typeId: z.coerce.number().pipe(typeIdOfScript) }),
  answer: z.object({ scripts: z.array(customScript) }),
  example: {
    params: { userId: exampleScript.agent_id, typeId: '2' },
    answer: { scripts: [exampleScript] },
  },
});

export const createScript = defineEndpoint({
  name: 'createScript',
  method: 'POST',
  path: '/api/agents/scripts/create',
  service: 'leads',
  access: 'self',
  given: true,
  summary: 'Writes a script down. The HTML is sanitised; the answer carries what is left.',
  subject: { in: 'body', key: 'agent_id' },
  body: z.object({ agent_id: id, type_id: typeIdOfScript, html }),
  answer: outcome.extend({ script: customScript }),
  example: {
    body: { agent_id: exampleScript.agent_id, type_id: 2, html: exampleScript.html },
    answer: { ...saved, script: exampleScript },
  },
});

export const changeScript = defineEndpoint({
  name: 'changeScript',
  method: 'PATCH',
  path: '/api/agents/scripts/{id}',
  service: 'leads',
  access: 'owner',
  given: true,
  summary: "Changes a script. Another agent's is 404.",
  params: z.object({ id }),
  body: z.object({ html }),
  answer: outcome.extend({ script: customScript }),
  example: {
    params: { id: exampleScript.id },
    body: { html: exampleScript.html },
    answer: { ...saved, script: exampleScript },
  },
});

export const deleteScript = defineEndpoint({
  name: 'deleteScript',
  method: 'DELETE',
  path: '/api/agents/scripts/{id}',
  service: 'leads',
  access: 'owner',
  given: true,
  summary: "Deletes a script. Another agent's is 404.",
  params: z.object({ id }),
  answer: outcome,
  example: {
    params: { id: exampleScript.id },
    answer: { status: 'success', message: 'Script deleted' },
  },
});

export const scriptsEndpoints = [listScripts, createScript, changeScript, deleteScript];

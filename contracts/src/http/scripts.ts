import { z } from 'zod';
import { outcome } from '../errors.js';
import { defineEndpoint } from '../endpoint/endpoint.js';
import { id } from '../ids.js';
import { scripts } from '../resources/script.js';

/** The kind of scripts that agents write themselves; the built-in ones are no records (rule L31). */
export const customScriptType = 2;

const typeIdOfScript = z.literal(customScriptType);

/** A script as the given calls have it. */
export const customScript = scripts.record.omit({ version: true }).extend({ type_id: typeIdOfScript });
export type CustomScript = z.infer<typeof customScript>;

const given = scripts.creation.extend({ type_id: typeIdOfScript });
const { version: _version, ...example } = scripts.example;
const exampleScript: CustomScript = customScript.parse({ ...example, type_id: customScriptType });
const { agent_id, type_id, html } = exampleScript;
const saved = { status: 'success', message: scripts.says.changed } as const;

export const listScripts = defineEndpoint({
  name: 'listScripts',
  method: 'GET',
  path: '/api/agents/scripts/{userId}/{typeId}',
  service: 'leads',
  access: 'self',
  given: true,
  audit: 'none',
  summary: "A user's own scripts, oldest first.",
  subject: { in: 'params', key: 'userId' },
  params: z.object({ userId: id, typeId: z.coerce.number().pipe(typeIdOfScript) }),
  answer: z.object({ scripts: z.array(customScript) }),
  example: {
    params: { userId: agent_id, typeId: '2' },
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
  audit: { action: 'script.created', subject: 'script/{answer.script.id}' },
  summary: 'Adds a script. The HTML is sanitised; the response has the result.',
  subject: { in: 'body', key: 'agent_id' },
  body: given,
  answer: outcome.extend({ script: customScript }),
  example: { body: { agent_id, type_id, html }, answer: { ...saved, script: exampleScript } },
});

export const changeScript = defineEndpoint({
  name: 'changeScript',
  method: 'PATCH',
  path: '/api/agents/scripts/{id}',
  service: 'leads',
  access: 'owner',
  given: true,
  audit: { action: 'script.updated', subject: 'script/{params.id}' },
  summary: "Changes a script. Another agent's is 404.",
  params: z.object({ id }),
  body: scripts.change.omit({ version: true }),
  answer: outcome.extend({ script: customScript }),
  example: {
    params: { id: exampleScript.id },
    body: { html },
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
  audit: { action: 'script.deleted', subject: 'script/{params.id}' },
  summary: "Deletes a script. Another agent's is 404.",
  params: z.object({ id }),
  answer: outcome,
  example: {
    params: { id: exampleScript.id },
    answer: { status: 'success', message: scripts.says.removed },
  },
});

export const scriptsEndpoints = [listScripts, createScript, changeScript, deleteScript];

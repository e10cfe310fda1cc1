import { commands } from '../bus/commands.js';
import { events } from '../bus/events.js';
import { endpoints } from '../http/all.js';
import { clientEvents } from '../sockets/client-events.js';
import { serverEvents } from '../sockets/server-events.js';
import { asyncApiDocument } from './asyncapi.js';
import { openApiDocument } from './openapi.js';

/** The published documents by file name, as text: what the gateway serves at /api/docs. */
export function documents(): Record<string, string> {
  const openapi = openApiDocument(endpoints);
  const asyncapi = asyncApiDocument({
    events,
    commands,
    clientEvents: Object.values(clientEvents),
    serverEvents: Object.values(serverEvents),
  });
  return {
    'openapi.json': `${JSON.stringify(openapi, null, 1)}\n`,
    'asyncapi.json': `${JSON.stringify(asyncapi, null, 1)}\n`,
  };
}

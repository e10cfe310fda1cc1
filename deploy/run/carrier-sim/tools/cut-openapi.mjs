// Extracts the operations that the product uses from Twilio's published OpenAPI documents, as shipped with
// @twilio/cli-core, into openapi/twilio.json. Run it again with a newer version when the product uses more of the
// interface: node deploy/run/carrier-sim/tools/cut-openapi.mjs
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const source = '@twilio/cli-core@9.0.0';
const integrity =
  'sha512-FPHm5gXAUwM2oATmQi3AGYPFz4Urg5G5/vDkpUu5WqNuwueQaS93HwXjdX1OM+miuq0LMimdfbXDTLEp4Nsjfg==';

const wanted = {
  'twilio_api_v2010.json': [
    'CreateCall ListCall FetchCall UpdateCall',
    'ListConference FetchConference UpdateConference',
    'CreateParticipant ListParticipant FetchParticipant UpdateParticipant DeleteParticipant',
    'ListRecording FetchRecording DeleteRecording ListCallRecording UpdateCallRecording',
    'ListConferenceRecording UpdateConferenceRecording',
    'CreateMessage ListMessage FetchMessage DeleteMessage',
    'ListMedia FetchMedia DeleteMedia',
    'ListIncomingPhoneNumber FetchIncomingPhoneNumber UpdateIncomingPhoneNumber',
    'ListApplication FetchApplication CreateApplication UpdateApplication',
    'FetchAccount FetchKey',
  ],
  'twilio_intelligence_v2.json': ['CreateTranscript FetchTranscript ListSentence'],
  'twilio_messaging_v1.json': [
    'ListService FetchService CreateService UpdateService ListPhoneNumber CreatePhoneNumber',
    'ListBrandRegistrations ListUsAppToPerson ListTollfreeVerification',
  ],
  'twilio_voice_v1.json': ['ListDialingPermissionsCountry'],
  'twilio_trusthub_v1.json': ['ListTrustProduct ListTrustProductChannelEndpointAssignment'],
};

const folder = mkdtempSync(join(tmpdir(), 'openapi-'));

function unpack() {
  const printed = execFileSync('npm', ['pack', source, '--silent'], { cwd: folder, encoding: 'utf8' });
  const file = join(folder, printed.trim().split('\n').at(-1));
  const found = `sha512-${createHash('sha512').update(readFileSync(file)).digest('base64')}`;
  if (found !== integrity) throw new Error(`${source} has the integrity ${found}, not ${integrity}`);
  execFileSync('tar', ['xzf', file], { cwd: folder });
}

/** Descriptive parts that are not validated: text, examples, vendor extensions. */
const prose = new Set([
  'description',
  'title',
  'example',
  'examples',
  'externalDocs',
  'deprecated',
  'default',
]);

function withoutProse(value, isNames) {
  if (Array.isArray(value)) return value.map((each) => withoutProse(each, false));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => isNames || !(prose.has(key) || key.startsWith('x-')))
      .map(([key, each]) => [key, withoutProse(each, key === 'properties')]),
  );
}

function cut(file, ids) {
  const document = JSON.parse(readFileSync(join(folder, 'package/src/services/twilio-api', file), 'utf8'));
  const resolved = (parameter) =>
    parameter.$ref === undefined
      ? parameter
      : document.components.parameters[parameter.$ref.replace('#/components/parameters/', '')];
  const operations = [];
  for (const [path, methods] of Object.entries(document.paths))
    for (const [method, operation] of Object.entries(methods)) {
      if (!ids.has(operation.operationId)) continue;
      ids.delete(operation.operationId);
      const form = operation.requestBody?.content['application/x-www-form-urlencoded']?.schema;
      operations.push({
        id: operation.operationId,
        host: new URL(methods.servers?.[0]?.url ?? document.servers[0].url).host,
        method: method.toUpperCase(),
        path,
        parameters: [...(methods.parameters ?? []), ...(operation.parameters ?? [])]
          .map(resolved)
          .map(({ name, in: where, required, schema }) => ({
            name,
            in: where,
            required: required === true,
            schema,
          })),
        form: form ?? null,
        answers: Object.fromEntries(
          Object.entries(operation.responses)
            .filter(([status]) => status.startsWith('2'))
            .map(([status, { content }]) => [status, content?.['application/json']?.schema ?? null]),
        ),
      });
    }
  if (ids.size > 0) throw new Error(`${file} has no ${[...ids].join(', ')}`);
  return { operations, schemas: document.components.schemas };
}

const refOf = /"#\/components\/schemas\/([^"]+)"/g;

/** The schemas reachable from the operations, transitively. */
function reached(operations, schemas) {
  const names = new Set();
  const look = (value) => {
    for (const [, name] of JSON.stringify(value).matchAll(refOf)) {
      if (names.has(name)) continue;
      names.add(name);
      look(schemas[name]);
    }
  };
  look(operations);
  return Object.fromEntries([...names].sort().map((name) => [name, schemas[name]]));
}

try {
  unpack();
  const slim = { source, operations: [], schemas: {} };
  for (const [file, lists] of Object.entries(wanted)) {
    const { operations, schemas } = cut(file, new Set(lists.join(' ').split(' ')));
    slim.operations.push(...operations);
    for (const [name, schema] of Object.entries(reached(operations, schemas))) {
      if (name in slim.schemas) throw new Error(`Both documents have a schema ${name}`);
      slim.schemas[name] = schema;
    }
  }
  const checked = { ...slim, operations: slim.operations.map((one) => withoutProse(one, false)) };
  checked.schemas = withoutProse(slim.schemas, true);
  const target = fileURLToPath(new URL('../openapi/twilio.json', import.meta.url));
  writeFileSync(target, JSON.stringify(checked, null, 2));
  execFileSync('npx', ['oxfmt', target]);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

// Receives webhooks: verifies each request by the scheme of Standard Webhooks and prints each event once, whatever comes twice.
// Stands behind whatever ends TLS. Ctrl-C stops it.
//   WEBHOOK_SECRET=whsec_... PORT=8090 node receive-webhooks.mjs [how many]
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

const { WEBHOOK_SECRET: secret = '', PORT = '8090' } = process.env;
const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
const wanted = Number(process.argv[2] ?? Infinity);
const maxBytes = 1_000_000;
const maxAgeSeconds = 300;
// Kept in memory here: a real receiver saves the id and what it does with the event in one transaction.
const seen = new Set();

/** Whether a request was signed with the secret, a moment ago. */
function isGenuine(
  { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures },
  body,
) {
  const age = Math.abs(Date.now() / 1000 - Number(timestamp));
  if (id === undefined || signatures === undefined || !(age <= maxAgeSeconds)) return false;
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest();
  // Several while the secret is exchanged.
  return signatures.split(' ').some((each) => {
    const [version, text = ''] = each.split(',');
    const given = Buffer.from(text, 'base64');
    return version === 'v1' && given.length === expected.length && timingSafeEqual(given, expected);
  });
}

const server = createServer(async (request, response) => {
  const parts = [];
  let bytes = 0;
  for await (const part of request) {
    bytes += part.length;
    if (bytes > maxBytes) {
      response.writeHead(413).end();
      return;
    }
    parts.push(part);
  }
  const body = Buffer.concat(parts).toString();
  if (!isGenuine(request.headers, body)) {
    response.writeHead(401).end();
    return;
  }
  const id = request.headers['webhook-id'];
  if (!seen.has(id)) {
    seen.add(id);
    const event = JSON.parse(body);
    console.log(event.type, event.subject, event.sequence);
  }
  // Answered at once: whatever takes longer than ten seconds counts as failed and comes again.
  response.writeHead(204).end();
  if (seen.size >= wanted) server.close();
});
server.listen(Number(PORT), '127.0.0.1');

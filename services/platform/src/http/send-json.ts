import type { ServerResponse } from 'node:http';

/**
 * Answers JSON. Express's own `res.json` weighs freshness and etags, which no answer of ours uses; nothing that
 * carries people's data may be kept by a cache on the way. For HEAD node leaves the body out by itself.
 */
export function sendJson(res: ServerResponse, body: unknown, status = res.statusCode): void {
  const text = JSON.stringify(body);
  res.statusCode = status;
  // A call of another media type than plain JSON has said so.
  if (!res.hasHeader('content-type')) res.setHeader('content-type', 'application/json; charset=utf-8');
  res.setHeader('content-length', Buffer.byteLength(text));
  if (!res.hasHeader('cache-control')) res.setHeader('cache-control', 'no-store');
  res.end(text);
}

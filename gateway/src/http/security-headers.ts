import { randomBytes } from 'node:crypto';
import type { RequestHandler, Response } from 'express';
import helmet from 'helmet';

const wellFormedHost = /^[\w.-]+(:\d{1,5})?$|^\[[0-9a-f:]+\](:\d{1,5})?$/i;

/** A fresh value that lets the style elements of one page through, and none that somebody slipped into it. */
export const newNonce = (): string => randomBytes(16).toString('base64');

/**
 * What a page may load: scripts from here alone, styles from here or with the nonce (emotion writes style elements),
 * connections to this host by http and WebSocket. No inline script, no frame, no plugin. `host` is the one the browser
 * asked for: older browsers do not count its WebSocket among 'self'.
 */
export function contentSecurityPolicy({ nonce, host }: { nonce: string; host: string | undefined }): string {
  const sockets = host !== undefined && wellFormedHost.test(host) ? ` ws://${host} wss://${host}` : '';
  return [
    "default-src 'self'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    `connect-src 'self'${sockets}`,
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    "media-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** Helmet's headers for what a browser shows; each page brings a policy with a nonce of its own. */
export const pageHeaders: RequestHandler = helmet({
  contentSecurityPolicy: false,
  // Recordings and links of the carrier's console open beside the application, never inside it.
  crossOriginEmbedderPolicy: false,
  xFrameOptions: { action: 'deny' },
});

const apiHeaders = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
} as const;

/** What every answer of the API carries: it is data, and no browser is to take it for a page. */
export function setApiHeaders(res: Response): void {
  for (const [name, value] of Object.entries(apiHeaders)) res.setHeader(name, value);
}

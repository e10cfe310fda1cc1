import { randomBytes } from 'node:crypto';
import type { RequestHandler, Response } from 'express';
import helmet from 'helmet';

const wellFormedHost = /^[\w.-]+(:\d{1,5})?$|^\[[0-9a-f:]+\](:\d{1,5})?$/i;

/** A fresh value that lets the style elements of one page through, and none that somebody slipped into it. */
export const newNonce = (): string => randomBytes(16).toString('base64');

/** Where the calling device of the carrier connects, and where its sounds come from. */
const carrierSockets = [
  ...['https://eventgw.twilio.com', 'https://eventgw.us1.twilio.com'],
  ...['ashburn', 'umatilla', 'roaming'].map((edge) => `wss://voice-js.${edge}.twilio.com`),
  ...['https://media.twiliocdn.com', 'https://sdk.twilio.com'],
].join(' ');
const carrierSounds = 'mediastream: https://media.twiliocdn.com https://sdk.twilio.com';

/**
 * What a page may load: scripts from here alone, styles from here or with the nonce (emotion writes style elements),
 * connections to this host by http and WebSocket, and to the carrier's where the page calls by it. No inline script, no
 * frame, no plugin. `host` is the one the browser asked for: older browsers do not count its WebSocket among 'self'.
 */
export function contentSecurityPolicy({
  nonce,
  host,
  withCarrier,
}: {
  nonce: string;
  host: string | undefined;
  withCarrier: boolean;
}): string {
  const sockets = host !== undefined && wellFormedHost.test(host) ? ` ws://${host} wss://${host}` : '';
  return [
    "default-src 'self'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    `connect-src 'self'${sockets}${withCarrier ? ` ${carrierSockets}` : ''}`,
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    `media-src 'self' blob:${withCarrier ? ` ${carrierSounds}` : ''}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** Calls need the microphone; nothing here, nor anything that it might load, needs more of the device. */
const permissionsPolicy = 'microphone=(self), camera=(), geolocation=(), payment=(), usb=()';

const helmetHeaders = helmet({
  contentSecurityPolicy: false,
  // Recordings and links of the carrier's console open beside the application, never inside it.
  crossOriginEmbedderPolicy: false,
  xFrameOptions: { action: 'deny' },
});

/** Of what is no page: data, files, refusals. */
const policyOfData = "default-src 'none'; frame-ancestors 'none'";

/** Helmet's headers for what a browser shows; each page brings a policy with a nonce of its own instead of this one. */
export const pageHeaders: RequestHandler = (req, res, next) => {
  res.setHeader('content-security-policy', policyOfData);
  res.setHeader('permissions-policy', permissionsPolicy);
  helmetHeaders(req, res, next);
};

const apiHeaders = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': policyOfData,
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
} as const;

/** What every answer of the API carries: it is data, and no browser is to take it for a page. */
export function setApiHeaders(res: Response): void {
  for (const [name, value] of Object.entries(apiHeaders)) res.setHeader(name, value);
}

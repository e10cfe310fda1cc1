import { z } from 'zod';
import { defineEndpoint } from '../endpoint/endpoint.js';
import { outcome } from '../errors.js';

const base64url = z.string().regex(/^[\w-]+=*$/);

/** Where a browser takes notices, as its `PushSubscription` says it. */
export const pushSubscription = z.object({
  endpoint: z.url().max(1_000),
  keys: z.object({
    /** The browser's P-256 key, 65 bytes. */
    p256dh: base64url.length(87),
    auth: base64url.max(64),
  }),
});
export type PushSubscription = z.infer<typeof pushSubscription>;

/** What a notice holds: the service worker shows it, and a click opens `path`. */
export const pushNotice = z.object({
  title: z.string(),
  body: z.string(),
  /** A later notice of the same tag takes the place of an earlier one. */
  tag: z.string(),
  path: z.string().startsWith('/'),
});
export type PushNotice = z.infer<typeof pushNotice>;

const example: PushSubscription = {
  endpoint: 'https://fcm.googleapis.com/fcm/send/eRkQ1',
  keys: {
    p256dh: 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM',
    auth: 'tBHItJI5svbpez7KI4CCXg',
  },
};

export const readPushKey = defineEndpoint({
  name: 'readPushKey',
  method: 'GET',
  path: '/api/notifications/push',
  service: 'messaging',
  access: 'signed-in',
  given: false,
  audit: 'none',
  summary:
    'The public key (VAPID) by which a browser asks its push service for notices of ours; null where the office sends none.',
  answer: z.object({ key: z.string().nullable() }),
  example: { answer: { key: example.keys.p256dh } },
});

export const subscribeToPush = defineEndpoint({
  name: 'subscribeToPush',
  method: 'PUT',
  path: '/api/notifications/push',
  service: 'messaging',
  access: 'signed-in',
  given: false,
  audit: { action: 'push.subscribed', exceptOwn: true },
  summary:
    "Sends the caller's notices of due follow-ups to this browser too, and to nobody else's who used it before. Its push service must be one that the office knows; of more than 10 browsers the oldest is dropped.",
  body: z.object({ subscription: pushSubscription }),
  answer: outcome,
  example: {
    body: { subscription: example },
    answer: { status: 'success', message: 'Notices are on for this browser' },
  },
});

export const unsubscribeFromPush = defineEndpoint({
  name: 'unsubscribeFromPush',
  method: 'POST',
  path: '/api/notifications/push/remove',
  service: 'messaging',
  access: 'signed-in',
  given: false,
  audit: { action: 'push.unsubscribed', exceptOwn: true },
  summary: "Sends no more of the caller's notices to a browser. One that is not the caller's is left alone.",
  body: pushSubscription.pick({ endpoint: true }),
  answer: outcome,
  example: {
    body: { endpoint: example.endpoint },
    answer: { status: 'success', message: 'Notices are off for this browser' },
  },
});

export const pushEndpoints = [readPushKey, subscribeToPush, unsubscribeFromPush];

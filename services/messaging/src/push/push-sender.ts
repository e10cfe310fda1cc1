import webPush from 'web-push';
import type { PushNotice, PushSubscription } from '@crm/contracts/http/push.js';
import type { MessagingConfig } from '../config.js';

/** `gone`: the browser takes no more, and its subscription can be forgotten. */
export type Sent = 'sent' | 'gone';

/** How long a push service keeps a notice for a browser that is off: a call-back is of no use much later. */
const keptSeconds = 15 * 60;
const timeoutMs = 5_000;

/** Encrypts a notice for a browser and hands it to its push service. Throws where that does not take it. */
export async function sendNotice(
  push: NonNullable<MessagingConfig['push']>,
  subscription: PushSubscription,
  notice: PushNotice,
): Promise<Sent> {
  const { subject, publicKey, privateKey } = push;
  const request = webPush.generateRequestDetails(subscription, JSON.stringify(notice), {
    vapidDetails: { subject, publicKey, privateKey },
    TTL: keptSeconds,
    urgency: 'high',
  });
  const headers = Object.entries(request.headers).map(([name, value]): [string, string] => [
    name,
    String(value),
  ]);
  const answer = await fetch(request.endpoint, {
    method: 'POST',
    headers,
    body: new Uint8Array(request.body ?? []),
    // A push service answers itself: whatever it leads to is not one that we know.
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  });
  await answer.arrayBuffer();
  if (answer.status === 404 || answer.status === 410) return 'gone';
  if (!answer.ok) throw new Error(`The push service answered ${String(answer.status)}`);
  return 'sent';
}

import { z } from 'zod';
import { rentedAt } from '../account/account-book.js';
import { maxFiles } from '../messages/media.js';
import { optOutKey, segmentsOf, sendMessage } from '../messages/messages.js';
import type { Carrier, Message } from '../model.js';
import { address, parseForm } from './form.js';
import { admitPair, created, ok, page, rfc2822, type Asked, type Operation } from './operation.js';
import { RestError, notFound } from './rest-error.js';

const messageForm = z.object({
  To: z.string().optional(),
  From: z.string().optional(),
  Body: z.string().max(1600).optional(),
  MediaUrl: z
    .union([z.string(), z.array(z.string())])
    .default([])
    .transform((urls) => (Array.isArray(urls) ? urls : [urls])),
  StatusCallback: address.optional(),
  MessagingServiceSid: z.string().optional(),
});

function view(carrier: Carrier, message: Message) {
  const { accountSid } = carrier.options;
  const uri = `/2010-04-01/Accounts/${accountSid}/Messages/${message.sid}`;
  return {
    sid: message.sid,
    account_sid: accountSid,
    api_version: '2010-04-01',
    body: message.body,
    direction: message.direction,
    from: message.from,
    to: message.to,
    status: message.status,
    error_code: message.errorCode,
    error_message: message.errorCode === null ? null : 'The carrier did not deliver the message',
    num_segments: String(segmentsOf(message.body)),
    num_media: String(Math.max(message.media.length, message.mediaUrls.length)),
    messaging_service_sid: message.serviceSid ?? null,
    price: null,
    price_unit: 'USD',
    date_created: rfc2822(message.createdAt),
    date_updated: rfc2822(message.changedAt),
    date_sent: rfc2822(message.sentAt),
    uri: `${uri}.json`,
    subresource_uris: { media: `${uri}/Media.json` },
  };
}

/** The sender of a text through a Messaging Service: the one that was asked for, if it is in the pool, or any. */
function senderOf({ account }: Carrier, serviceSid: string, from: string | undefined): string | undefined {
  const service = account.services.get(serviceSid);
  if (service === undefined) throw new RestError(404, 21701, 'The Messaging Service does not exist');
  if (from === undefined) {
    const [first] = service.senders;
    const rented = first === undefined ? undefined : account.numbers.get(first);
    if (rented === undefined) throw new RestError(400, 21703, 'The Messaging Service has no phone number');
    return rented.number;
  }
  const rented = rentedAt(account, from);
  if (rented !== undefined && !service.senders.has(rented.sid))
    throw new RestError(400, 21711, `${from} is not associated to the specified Messaging Service`);
  return from;
}

function create(asked: Asked) {
  const { carrier } = asked;
  const form = parseForm(messageForm, asked.form);
  const { MessagingServiceSid: serviceSid } = form;
  const sender = serviceSid === undefined ? form.From : senderOf(carrier, serviceSid, form.From);
  const pair = { to: form.To, from: sender };
  const { to, from, isSilent } = admitPair(carrier, pair, {
    kind: 'message',
    noTo: 21604,
    noFrom: 21603,
    badFrom: 21606,
  });
  const { Body: body = '', MediaUrl: mediaUrls } = form;
  if (mediaUrls.length > maxFiles)
    throw new RestError(400, 21623, 'Number of media files exceeds allowed limit');
  if (mediaUrls.some((url) => !address.safeParse(url).success))
    throw new RestError(400, 21620, 'Invalid media URL(s)');
  if (body === '' && mediaUrls.length === 0) throw new RestError(400, 21602, 'Message body is required.');
  const fate = carrier.behaviours.of(to).sms;
  if (carrier.optedOut.has(optOutKey(from, to)))
    throw new RestError(400, 21610, 'Attempt to send to unsubscribed recipient');
  if (fate && 'refused' in fate)
    throw new RestError(400, fate.refused, `The number ${to} cannot be sent texts`);
  const hook =
    form.StatusCallback === undefined ? undefined : ({ url: form.StatusCallback, method: 'POST' } as const);
  return created(
    view(carrier, sendMessage(carrier, { to, from, body, mediaUrls, hook, serviceSid })),
    isSilent,
  );
}

function messageAt(asked: Asked): Message {
  const message = asked.carrier.messages.get(asked.at('Sid'));
  if (!message) throw notFound(asked.path);
  return message;
}

/** Final states of a text: before, it cannot be deleted. */
const overStates = new Set(['delivered', 'undelivered', 'failed', 'received']);

export const messageOperations: Operation[] = [
  { host: 'api', method: 'POST', path: '/Messages.json', run: create },
  {
    host: 'api',
    method: 'GET',
    path: '/Messages.json',
    run: (asked) => {
      const { carrier, query } = asked;
      const all = [...carrier.messages.values()].filter(
        ({ to, from }) => (query.get('To') ?? to) === to && (query.get('From') ?? from) === from,
      );
      return page(
        asked,
        'messages',
        all.reverse().map((message) => view(carrier, message)),
      );
    },
  },
  {
    host: 'api',
    method: 'GET',
    path: '/Messages/{Sid}.json',
    run: (asked) => ok(view(asked.carrier, messageAt(asked))),
  },
  {
    host: 'api',
    method: 'DELETE',
    path: '/Messages/{Sid}.json',
    run: (asked) => {
      const { sid, status } = messageAt(asked);
      if (!overStates.has(status)) {
        throw new RestError(409, 20009, 'Cannot delete this resource before it is complete');
      }
      asked.carrier.messages.delete(sid);
      return { status: 204 };
    },
  },
];

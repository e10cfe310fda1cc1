import { rentedAt } from '../account/account-book.js';
import type { Carrier, Media, Message, Params } from '../model.js';
import { TwimlError, parseTwiml } from '../twiml/parse.js';
import { fetchMedia, mediaFields, mediaOf } from './media.js';

const sentAfterMs = 500;
const settledAfterMs = 1_500;
const repliesAfterMs = 5_000;

const stopWords = new Set(['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT']);
const startWords = new Set(['START', 'YES', 'UNSTOP']);

/** The key of an opt-out: the second number no longer accepts texts from the first. */
export const optOutKey = (from: string, to: string) => `${from}>${to}`;

export const segmentsOf = (body: string) =>
  Math.max(1, Math.ceil(body.length / (body.length > 160 ? 153 : 160)));

function addMessage(
  carrier: Carrier,
  given: Pick<
    Message,
    'from' | 'to' | 'body' | 'mediaUrls' | 'media' | 'direction' | 'hook' | 'status' | 'serviceSid'
  >,
): Message {
  const now = carrier.clock.now();
  const message: Message = {
    ...given,
    sid: carrier.sids.next(given.mediaUrls.length + given.media.length > 0 ? 'MM' : 'SM'),
    createdAt: now,
    changedAt: now,
    sentAt: undefined,
    errorCode: null,
  };
  carrier.messages.set(message.sid, message);
  carrier.trace.add('sms', `${given.from} to ${given.to} ${given.status}`, { messageSid: message.sid });
  return message;
}

function change(carrier: Carrier, message: Message, status: Message['status'], isTerminal: boolean): void {
  message.status = status;
  message.changedAt = carrier.clock.now();
  if (status === 'sent') message.sentAt = message.changedAt;
  carrier.trace.add('sms', `${message.from} to ${message.to} ${status}`, { messageSid: message.sid, status });
  if (!message.hook) return;
  const params: Params = {
    AccountSid: carrier.options.accountSid,
    ApiVersion: '2010-04-01',
    From: message.from,
    To: message.to,
    MessageSid: message.sid,
    SmsSid: message.sid,
    MessageStatus: status,
    SmsStatus: status,
    ...(message.errorCode === null ? {} : { ErrorCode: String(message.errorCode) }),
  };
  const quirk = carrier.behaviours.of(message.to).hooks;
  carrier.hooks.notify({ ...message.hook, params, about: message.sid, event: status, isTerminal, quirk });
}

async function deliver(carrier: Carrier, message: Message): Promise<void> {
  const { clock } = carrier;
  const fate = carrier.behaviours.of(message.to).sms;
  if ((await clock.sleep(sentAfterMs)) === 'stopped') return;
  if (fate && 'failed' in fate) {
    message.errorCode = fate.failed;
    change(carrier, message, 'failed', true);
    return;
  }
  const unfetched = await fetchMedia(carrier, message);
  if (unfetched !== 0) {
    message.errorCode = unfetched;
    change(carrier, message, 'failed', true);
    return;
  }
  change(carrier, message, 'sent', false);
  if ((await clock.sleep(settledAfterMs - sentAfterMs)) === 'stopped') return;
  if (fate && 'undelivered' in fate) {
    message.errorCode = fate.undelivered;
    change(carrier, message, 'undelivered', true);
    return;
  }
  change(carrier, message, 'delivered', true);
  if (!fate || !('replies' in fate)) return;
  if ((await clock.sleep(repliesAfterMs)) === 'over')
    receiveMessage(carrier, { from: message.to, to: message.from, body: fate.replies });
}

/** A text that the application sends. */
export function sendMessage(
  carrier: Carrier,
  text: Pick<Message, 'from' | 'to' | 'body' | 'mediaUrls' | 'hook' | 'serviceSid'>,
): Message {
  const message = addMessage(carrier, { ...text, media: [], direction: 'outbound-api', status: 'queued' });
  void deliver(carrier, message);
  return message;
}

async function hand(carrier: Carrier, message: Message, url: string): Promise<void> {
  const answer = await carrier.hooks.ask({
    url,
    method: 'POST',
    params: {
      AccountSid: carrier.options.accountSid,
      ApiVersion: '2010-04-01',
      MessageSid: message.sid,
      SmsMessageSid: message.sid,
      SmsSid: message.sid,
      SmsStatus: 'received',
      From: message.from,
      To: message.to,
      Body: message.body,
      ...mediaFields(carrier, message),
      NumSegments: String(segmentsOf(message.body)),
    },
  });
  if (answer.status === 204 || answer.body.length === 0) return;
  try {
    if (answer.status >= 300) throw new TwimlError(11200, `${url} answered ${String(answer.status)}`);
    const [verb] = parseTwiml(answer.body.toString('utf8'));
    if (verb) throw new TwimlError(14100, `<${verb.name}> does not go with texts`);
  } catch (error) {
    if (!(error instanceof TwimlError)) throw error;
    const { code } = error;
    carrier.trace.add('error', `${String(code)}: ${error.message}`, { messageSid: message.sid, code });
  }
}

/** Where a text is handed to: by the number's Messaging Service, else by the number itself. */
function inboundUrl({ account, options }: Carrier, to: string): string | null {
  const rented = rentedAt(account, to);
  if (rented === undefined) return options.smsUrl ?? null;
  const service = [...account.services.values()].find(({ senders }) => senders.has(rented.sid));
  return service === undefined || service.useInboundWebhookOnNumber
    ? rented.smsUrl
    : service.inboundRequestUrl;
}

/** A customer's text to one of the application's numbers. */
export function receiveMessage(
  carrier: Carrier,
  text: { from: string; to: string; body: string; media?: readonly Pick<Media, 'type' | 'bytes'>[] },
): Message {
  const message = addMessage(carrier, {
    ...text,
    ...{ mediaUrls: [], media: (text.media ?? []).map((each) => mediaOf(carrier, each)) },
    ...{ direction: 'inbound', hook: undefined, serviceSid: undefined, status: 'received' },
  });
  const word = text.body.trim().toUpperCase();
  if (stopWords.has(word)) carrier.optedOut.add(optOutKey(text.to, text.from));
  if (startWords.has(word)) carrier.optedOut.delete(optOutKey(text.to, text.from));
  const url = inboundUrl(carrier, text.to);
  if (url !== null) void hand(carrier, message, url);
  return message;
}

import { mediaPath } from '../messages/media.js';
import type { Carrier, Media, Message } from '../model.js';
import { ok, page, rfc2822, type Asked, type Operation } from './operation.js';
import { notFound } from './rest-error.js';

function view(carrier: Carrier, message: Message, media: Media) {
  return {
    sid: media.sid,
    account_sid: carrier.options.accountSid,
    parent_sid: message.sid,
    content_type: media.type,
    date_created: rfc2822(media.createdAt),
    date_updated: rfc2822(media.createdAt),
    uri: `${mediaPath(carrier, message, media)}.json`,
  };
}

function messageOf(asked: Asked): Message {
  const message = asked.carrier.messages.get(asked.at('MessageSid'));
  if (!message) throw notFound(asked.path);
  return message;
}

function mediaAt(asked: Asked): { message: Message; media: Media } {
  const message = messageOf(asked);
  const media = message.media.find(({ sid }) => sid === asked.at('Sid'));
  if (!media) throw notFound(asked.path);
  return { message, media };
}

/** The files of messages. */
export const mediaOperations: Operation[] = [
  {
    host: 'api',
    method: 'GET',
    path: '/Messages/{MessageSid}/Media.json',
    run: (asked) => {
      const message = messageOf(asked);
      return page(
        asked,
        'media_list',
        message.media.map((media) => view(asked.carrier, message, media)),
      );
    },
  },
  {
    host: 'api',
    method: 'GET',
    path: '/Messages/{MessageSid}/Media/{Sid}.json',
    run: (asked) => {
      const { message, media } = mediaAt(asked);
      return ok(view(asked.carrier, message, media));
    },
  },
  {
    host: 'api',
    method: 'GET',
    path: '/Messages/{MessageSid}/Media/{Sid}',
    run: (asked) => {
      const { type, bytes } = mediaAt(asked).media;
      return { status: 200, file: { type, bytes } };
    },
  },
  {
    host: 'api',
    method: 'DELETE',
    path: '/Messages/{MessageSid}/Media/{Sid}.json',
    run: (asked) => {
      const { message, media } = mediaAt(asked);
      message.media.splice(message.media.indexOf(media), 1);
      return { status: 204 };
    },
  },
];

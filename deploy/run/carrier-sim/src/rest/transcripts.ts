import { z } from 'zod';
import type { Carrier, Transcript } from '../model.js';
import { spokenSentences } from '../recordings/spoken-text.js';
import { transcribeRecording } from '../recordings/transcribe.js';
import { fixedSid } from '../sids.js';
import { parseForm } from './form.js';
import { ok, type Asked, type Operation } from './operation.js';
import { RestError, notFound } from './rest-error.js';

const base = 'https://intelligence.twilio.com/v2/Transcripts';

const channelOf = z.object({ media_properties: z.object({ source_sid: z.string() }) });

const form = z.object({
  ServiceSid: z.string().regex(/^GA[0-9a-f]{32}$/i),
  Channel: z.string().transform((text, context): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      context.addIssue({ code: 'custom', message: 'is not JSON' });
      return z.NEVER;
    }
  }),
  CustomerKey: z.string().max(64).optional(),
});

const view = (carrier: Carrier, transcript: Transcript) => ({
  sid: transcript.sid,
  account_sid: carrier.options.accountSid,
  service_sid: transcript.serviceSid,
  date_created: transcript.createdAt.toISOString(),
  date_updated: transcript.changedAt.toISOString(),
  status: transcript.status,
  channel: transcript.channel,
  data_logging: false,
  language_code: 'en-US',
  customer_key: transcript.customerKey,
  media_start_time: null,
  duration: transcript.recording.duration ?? 0,
  url: `${base}/${transcript.sid}`,
  redaction: false,
  encryption_credential_sid: null,
  links: { sentences: `${base}/${transcript.sid}/Sentences` },
});

function transcriptAt(asked: Asked, name: string): Transcript {
  const transcript = asked.carrier.transcripts.get(asked.at(name));
  if (!transcript) throw notFound(asked.path);
  return transcript;
}

function create(asked: Asked) {
  const { carrier } = asked;
  const { ServiceSid, Channel, CustomerKey } = parseForm(form, asked.form);
  const channel = channelOf.safeParse(Channel);
  const recording = carrier.recordings.get(channel.data?.media_properties.source_sid ?? '');
  if (!recording) throw new RestError(400, 20001, 'Channel: media_properties.source_sid is not a recording');
  const order = { recording, serviceSid: ServiceSid, channel: Channel, customerKey: CustomerKey ?? null };
  return { status: 202, body: view(carrier, transcribeRecording(carrier, order)) };
}

function sentences(asked: Asked) {
  const transcript = transcriptAt(asked, 'TranscriptSid');
  const said = transcript.status === 'completed' ? spokenSentences(transcript.recording.duration ?? 0) : [];
  const url = `${base}/${transcript.sid}/Sentences`;
  const size = Math.min(1000, Math.max(1, Number(asked.query.get('PageSize') ?? 50) || 50));
  const number = Math.max(0, Number(asked.query.get('Page') ?? 0) || 0);
  const pageUrl = (to: number) => `${url}?PageSize=${String(size)}&Page=${String(to)}`;
  return ok({
    sentences: said.slice(number * size, (number + 1) * size).map(({ text, channel, start, end }, index) => ({
      sid: fixedSid('GX', `${transcript.sid} ${String(start)}`),
      sentence_index: number * size + index,
      media_channel: channel,
      start_time: start.toFixed(2),
      end_time: end.toFixed(2),
      transcript: text,
      confidence: '0.97',
      words: null,
    })),
    meta: {
      key: 'sentences',
      page: number,
      page_size: size,
      first_page_url: pageUrl(0),
      previous_page_url: number > 0 ? pageUrl(number - 1) : null,
      next_page_url: (number + 1) * size < said.length ? pageUrl(number + 1) : null,
      url: pageUrl(number),
    },
  });
}

export const transcriptOperations: Operation[] = [
  { host: 'intelligence', method: 'POST', path: '/v2/Transcripts', run: create },
  {
    host: 'intelligence',
    method: 'GET',
    path: '/v2/Transcripts/{Sid}',
    run: (asked) => ok(view(asked.carrier, transcriptAt(asked, 'Sid'))),
  },
  { host: 'intelligence', method: 'GET', path: '/v2/Transcripts/{TranscriptSid}/Sentences', run: sentences },
];

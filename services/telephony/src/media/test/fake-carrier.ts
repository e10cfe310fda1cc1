import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** What the carrier says to a request for a recording, one answer after the other; the last one stays. */
type Answer = number | Buffer;

export interface FakeCarrier {
  url: string;
  /** By the recording's id. What is not named is 404. */
  recordings: Map<string, Answer[]>;
  /** Every request for a recording: its path and whose credentials it bore. */
  asked: { path: string; authorization: string | undefined; host: string | undefined }[];
  /** Recordings that were to be written down, each with the transcript's name. */
  transcripts: { sid: string; key: string; source: string }[];
  transcriptStatus: string;
  close(): Promise<void>;
}

export const sidOf = (prefix: string) => `${prefix}${randomBytes(16).toString('hex')}`;

const sentences = [
  { sentence_index: 1, media_channel: 2, transcript: 'Yes, this is Raymond.' },
  { sentence_index: 0, media_channel: 1, transcript: 'Good morning, is this Raymond?' },
];

function json(res: ServerResponse, status: number, body: unknown): void {
  res.writeHead(status, { 'content-type': 'application/json' });
  res.end(JSON.stringify(body));
}

function answerRecording(fake: FakeCarrier, req: IncomingMessage, res: ServerResponse, sid: string): void {
  const { authorization } = req.headers;
  const host = req.headers['x-twilio-host'];
  fake.asked.push({ path: req.url ?? '', authorization, host: typeof host === 'string' ? host : undefined });
  const answers = fake.recordings.get(sid) ?? [404];
  const answer = answers.length > 1 ? answers.shift() : answers[0];
  if (typeof answer === 'number' || answer === undefined) {
    json(res, answer ?? 404, { code: 20404, message: 'not found', status: answer ?? 404 });
    return;
  }
  res.writeHead(200, { 'content-type': 'audio/mpeg' });
  res.end(answer);
}

async function answerTranscripts(fake: FakeCarrier, req: IncomingMessage, res: ServerResponse, path: string) {
  if (req.method === 'POST') {
    const form = new URLSearchParams(await text(req));
    const channel = JSON.parse(form.get('Channel') ?? '{}') as { media_properties: { source_sid: string } };
    const sid = sidOf('GT');
    fake.transcripts.push({
      sid,
      key: form.get('CustomerKey') ?? '',
      source: channel.media_properties.source_sid,
    });
    json(res, 201, { sid, status: 'queued' });
  } else if (path.endsWith('/Sentences')) {
    json(res, 200, { sentences, meta: { key: 'sentences', next_page_url: null } });
  } else {
    json(res, 200, { sid: path.split('/').at(-1), status: fake.transcriptStatus });
  }
}

/** The carrier as far as recordings and transcripts ask it, over real HTTP, with answers of the test's own. */
export async function startFakeCarrier(): Promise<FakeCarrier> {
  const server = createServer((req, res) => {
    void serve(req, res);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const fake: FakeCarrier = {
    url: `http://127.0.0.1:${String(port)}`,
    recordings: new Map(),
    asked: [],
    transcripts: [],
    transcriptStatus: 'completed',
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };

  async function serve(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const path = (req.url ?? '').split('?', 1)[0] ?? '';
    const recording = /\/Recordings\/(RE[0-9a-f]{32})\.mp3$/.exec(path)?.[1];
    if (recording !== undefined) {
      answerRecording(fake, req, res, recording);
    } else if (path.startsWith('/v2/Transcripts')) {
      await answerTranscripts(fake, req, res, path);
    } else {
      json(res, 404, { code: 20404, message: 'not found', status: 404 });
    }
  }
  return fake;
}

import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Request, Response } from 'express';
import { askedRange } from './byte-range.rules.js';

/** It is somebody's own: no cache keeps it, no page takes it for anything else, and no address goes on to another site. */
const headers = {
  'cache-control': 'private, no-store',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'accept-ranges': 'bytes',
} as const;

export interface AnsweredFile {
  type: string;
  bytes: number;
  /** Names the content: what it names never changes. */
  tag: string;
  open: (range: { start: number; end: number }) => Readable;
  /** What is said beside, or otherwise. */
  headers?: Readonly<Record<string, string>>;
}

const hasCode = (error: unknown, code: string) =>
  error instanceof Error && 'code' in error && error.code === code;

/** Answers the whole of a file or the part that is asked for, as fast as it is taken and no faster. */
export async function answerFile(req: Request, res: Response, file: AnsweredFile): Promise<void> {
  const { type, bytes, tag, open } = file;
  const etag = `"${tag}"`;
  for (const [name, value] of Object.entries({ ...headers, etag, ...file.headers }))
    res.setHeader(name, value);
  const isSame = req.headers['if-range'] === undefined || req.headers['if-range'] === etag;
  // A range is of a GET alone; where what the asker has is not this, all of it is answered.
  const asked = req.method === 'GET' && isSame ? askedRange(req.headers.range, bytes) : 'whole';
  if (asked === 'outside') {
    res.statusCode = 416;
    res.setHeader('content-range', `bytes */${String(bytes)}`);
    res.end();
    return;
  }
  const { start, end } = asked === 'whole' ? { start: 0, end: bytes - 1 } : asked;
  res.statusCode = asked === 'whole' ? 200 : 206;
  if (asked !== 'whole') {
    res.setHeader('content-range', `bytes ${String(start)}-${String(end)}/${String(bytes)}`);
  }
  res.setHeader('content-type', type);
  res.setHeader('content-length', end - start + 1);
  if (req.method === 'HEAD') {
    res.end();
    return;
  }
  const source = open({ start, end });
  try {
    await pipeline(source, res);
  } catch (error) {
    // Whoever asked went away, or jumped elsewhere.
    if (!hasCode(error, 'ERR_STREAM_PREMATURE_CLOSE')) throw error;
  }
}

import type { Request, RequestHandler, Response, Router } from 'express';
import { Types } from 'mongoose';
import { answerFile, type AnsweredFile } from '@crm/domain/media/answer-file.js';
import { fileLinks } from '@crm/domain/media/file-link.rules.js';
import { forbidden, notFound } from '@crm/platform/errors/app-error.js';
import { stateOf } from '@crm/platform/requests/carried-request.js';
import type { MessagingContext } from '../context.js';
import type { TextDoc } from '../text/text.model.js';
import { storedFile } from './open-file.js';

const links = fileLinks('text-file-link', ['text-file']);

/** As long as a text may wait at the carrier before it is sent. */
const linkSeconds = 4 * 3600;

/** The address at which the carrier, and nobody without it, fetches a file that a text carries. */
export function linkForCarrier(
  { config, clock }: Pick<MessagingContext, 'config' | 'clock'>,
  fileId: Types.ObjectId,
): string {
  const token = links.sign(config.mediaKeys, {
    file: { kind: 'text-file', id: fileId.toHexString() },
    audience: 'carrier',
    expiresAt: Math.floor(clock.now().getTime() / 1000) + linkSeconds,
  });
  return `${config.publicBaseUrl}/media/texts/${token}`;
}

/** The file behind a link. Throws 404 where it is none of ours, or the text is gone; 403 where it is over. */
async function linkedFile(ctx: MessagingContext, token: string): Promise<AnsweredFile> {
  const link = links.read(ctx.config.mediaKeys, token);
  if (link === undefined || link.audience !== 'carrier') throw notFound('File');
  if (link.expiresAt * 1000 <= ctx.clock.now().getTime()) throw forbidden('This link has expired');
  const _id = new Types.ObjectId(link.file.id);
  // Only of ours: what customers sent is never given out this way.
  const text = await ctx.texts
    .findOne({ 'files._id': _id, is_client_message: 0 }, { files: 1, key_id: 1 })
    .lean<Pick<TextDoc, 'files' | 'key_id'>>();
  const file = text?.files?.find((each) => each._id.equals(_id));
  if (text === null || file === undefined) throw notFound('File');
  return storedFile(ctx, text, file);
}

/** Mounts where the carrier fetches what texts carry. The address is a secret and appears in no log. */
export function mountCarrierLinks(router: Router, ctx: MessagingContext): void {
  const serve = async (req: Request, res: Response) => {
    stateOf(req).route = '/media/texts/{token}';
    const { token } = req.params;
    await answerFile(req, res, await linkedFile(ctx, typeof token === 'string' ? token : ''));
  };
  const handle: RequestHandler = (req, res, next) => {
    serve(req, res).catch((thrown: unknown) => {
      next(thrown instanceof Error ? thrown : new Error('A file could not be served', { cause: thrown }));
    });
  };
  router.get('/media/texts/:token', handle);
}

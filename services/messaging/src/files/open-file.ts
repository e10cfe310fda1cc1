import { Types } from 'mongoose';
import { seesOf, type Actor } from '@crm/contracts/access.js';
import { isShownPicture, textFileName } from '@crm/contracts/codes/text-files.js';
import type { TextMessage } from '@crm/contracts/entities/messaging.js';
import { requireWorkable } from '@crm/domain/access/lead-access.js';
import type { AnsweredFile } from '@crm/domain/media/answer-file.js';
import { openPersonFile } from '@crm/domain/media/person-files.js';
import { auditSubject } from '@crm/platform/audit/add-details.js';
import { conflict, notFound } from '@crm/platform/errors/app-error.js';
import type { MessagingContext } from '../context.js';
import type { TextDoc } from '../text/text.model.js';
import { textView } from '../text/text.view.js';
import { changeFiles } from './change-files.js';
import { ownedFile, type TextFileDoc } from '../text/text-file.schema.js';
import { canFetch } from '../text/text-file.view.js';

/**
 * A file with its text, for whoever may read that: who may work its lead, or of a stranger's text whom it was written to
 * and who looks after them. Throws 404 for everybody else.
 */
async function readableFile(
  ctx: MessagingContext,
  actor: Actor,
  id: string,
): Promise<{ text: TextDoc; file: TextFileDoc }> {
  const _id = new Types.ObjectId(id);
  const text = await ctx.texts.findOne({ 'files._id': _id }).lean<TextDoc>();
  const file = text?.files?.find((each) => each._id.equals(_id));
  if (text === null || file === undefined) throw notFound('File');
  if (text.lead_id !== null) {
    const leadId = text.lead_id.toHexString();
    await requireWorkable(ctx, actor, leadId);
    auditSubject(`lead/${leadId}`);
  } else if (!seesOf(actor, text.user_id?.toHexString() ?? null)) throw notFound('File');
  return { text, file };
}

/**
 * What is said beside a file: a picture that browsers draw is shown, all else is saved under a name of ours, and none of
 * it runs anything.
 */
function fileHeaders({ _id, type }: Pick<TextFileDoc, '_id' | 'type'>): Record<string, string> {
  const name = textFileName({ id: _id.toHexString(), type });
  return {
    'content-disposition': `${isShownPicture(type) ? 'inline' : 'attachment'}; filename="${name}"`,
    'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
  };
}

/** A file of a text as it is answered; throws 404 while it is not here, and once its person was erased. */
export async function storedFile(
  { files }: Pick<MessagingContext, 'files'>,
  text: Pick<TextDoc, 'key_id'>,
  file: TextFileDoc,
): Promise<AnsweredFile> {
  const { _id, type, bytes, state } = file;
  if (state !== 'kept' || bytes === undefined) throw notFound('File');
  const open = await openPersonFile(files, ownedFile(text, file));
  if (open === undefined) throw notFound('File');
  return { type, bytes, tag: _id.toHexString(), headers: fileHeaders(file), open };
}

/** A file for one who may read its text. */
export async function openTextFile(ctx: MessagingContext, actor: Actor, id: string): Promise<AnsweredFile> {
  const { text, file } = await readableFile(ctx, actor, id);
  return storedFile(ctx, text, file);
}

/** Has a lost file fetched once more. */
export async function fetchAgain(ctx: MessagingContext, actor: Actor, id: string): Promise<TextMessage> {
  const { text } = await readableFile(ctx, actor, id);
  const changed = await changeFiles(
    ctx,
    text._id,
    (files) => {
      const isLost = files.some((file) => file._id.toHexString() === id && canFetch(file));
      if (!isLost) return undefined;
      return files.map(({ lost, ...file }) =>
        file._id.toHexString() === id
          ? { ...file, state: 'fetching' as const }
          : { ...file, ...(lost !== undefined && { lost }) },
      );
    },
    'anew',
  );
  if (changed === undefined) throw conflict(undefined, 'This file cannot be fetched again');
  ctx.filesDue.wake();
  return textView(changed);
}

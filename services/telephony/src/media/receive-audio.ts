import type { IncomingMessage } from 'node:http';
import { z } from 'zod';
import { seesAll, type Actor } from '@crm/contracts/access.js';
import { id } from '@crm/contracts/ids.js';
import { forbidden, invalid, invalidField } from '@crm/platform/errors/app-error.js';
import { readFileForm } from '@crm/domain/media/file-form.js';
import { fieldErrors } from '@crm/platform/errors/field-errors.js';
import { readAudio, type AudioContent } from './audio-content.js';

const shortestSeconds = 1;
/** Of one voicemail or greeting. */
export const maxAudioBytes = 5 * 1024 * 1024;
const form = z.object({ user_id: id });

export interface ReceivedAudio extends AudioContent {
  user_id: string;
  bytes: Buffer;
  /** The file's name without its ending. */
  title: string;
}

/**
 * Takes an uploaded audio file for a user: the actor, or anybody where the actor is an admin. What it is its content
 * says, whatever its name does. Throws `forbidden`, `invalid` or `too_large`; nothing is stored yet.
 */
export async function receiveAudio(actor: Actor, req: IncomingMessage): Promise<ReceivedAudio> {
  const { fields, file } = await readFileForm(req, {
    part: 'audio',
    maxBytes: maxAudioBytes,
    missing: 'Please choose an mp3 or a wav file',
  });
  const asked = form.safeParse(fields);
  if (!asked.success) throw invalid(fieldErrors(asked.error, 'body'));
  const { user_id } = asked.data;
  if (user_id !== actor.id && !seesAll(actor)) throw forbidden();
  const content = await readAudio(file.bytes);
  if (content === undefined) throw invalidField('audio', 'The file must be an mp3 or a wav');
  if (content.duration < shortestSeconds) throw invalidField('audio', 'This file contains no audible sound');
  // Signs that no screen shows have no place in a name.
  const title = file.filename
    .replace(/\.[^.]*$/, '')
    .replace(/\p{Control}/gu, '')
    .trim()
    .slice(0, 100);
  return { ...content, user_id, bytes: file.bytes, title: title === '' ? 'Voicemail' : title };
}

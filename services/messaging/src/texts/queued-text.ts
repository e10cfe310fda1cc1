import type { MessagingUserDoc } from '../users/user.model.js';
import type { TextDoc } from '../text/text.model.js';

/** Whoever wrote a text, as far as sending it goes. */
export type Author = Pick<MessagingUserDoc, 'twilio_phone'>;

/** A text that this process has just queued, and whoever wrote it as they were read for that. */
export interface QueuedText {
  text: TextDoc;
  author: Author | undefined;
}

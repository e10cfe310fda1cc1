import { defaultLanguage, type LanguageCode } from '@crm/contracts/codes/languages.js';
import type { LeadToCall } from '@crm/contracts/http/calling.js';
import { phoneNumber, toShown } from '@crm/contracts/phone.js';
import type { MessagingContext } from '../context.js';
import { touchConversation } from '../inbox/conversations.js';
import type { TextDoc } from '../text/text.model.js';
import { idOfWish } from './clicks.js';
import { helpEveryMs, languageOfHelp } from './help-reply.rules.js';
import { newText, queueNewText } from './new-text.js';
import { ownSentencesIn } from './own-sentences.rules.js';
import { ownLeaseMs, sendSoon } from './send-own-texts.js';

/** An answer that comes long after the question answers nothing any more. */
const latestMs = 15 * 60 * 1000;

async function answer(ctx: MessagingContext, asked: TextDoc, ofCustomer: LanguageCode): Promise<void> {
  const { customer_phone, our_number, lead_id, customer_fullname } = asked;
  const now = ctx.clock.now();
  const { agencyName: agency, agencyContact } = ctx.config;
  const language = languageOfHelp(asked.text ?? '', ofCustomer);
  const { stored, isNew } = await queueNewText(
    ctx,
    newText({
      _id: await idOfWish(ctx, ['help', customer_phone], helpEveryMs),
      send_status: 'queued',
      lead_id,
      user_id: null,
      text: ownSentencesIn[language].helpReply({ agency, contact: agencyContact ?? toShown(our_number) }),
      language,
      is_client_message: 0,
      customer_fullname,
      customer_phone,
      agent_fullname: '',
      read_status: 1,
      createdAt: now,
      our_number,
      answers_help: true,
      at: new Date(now.getTime() + ownLeaseMs),
    }),
  );
  if (!isNew) return;
  await touchConversation(ctx, stored);
  sendSoon(ctx, stored);
}

/**
 * Answers those of some texts that ask for help, from the number that they came to: once for a number and hour, also where
 * they are ingested twice; in the language of the word, or of the lead that has the number. The answer is a text like any other, except that a STOP does not keep it back.
 */
export async function answerHelp(
  ctx: MessagingContext,
  texts: readonly TextDoc[],
  leads: ReadonlyMap<string, Pick<LeadToCall, 'language'>>,
): Promise<void> {
  const since = new Date(ctx.clock.now().getTime() - latestMs);
  for (const text of texts) {
    const isAsked = text.asks_help === true && text.createdAt >= since;
    const { customer_phone } = text;
    if (isAsked && phoneNumber.safeParse(customer_phone).success)
      await answer(ctx, text, leads.get(customer_phone)?.language ?? defaultLanguage);
  }
}

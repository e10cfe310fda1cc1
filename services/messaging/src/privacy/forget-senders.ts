import type { MessagingContext } from '../context.js';

/** The part of a filter on texts that leaves out those whose sender has events to publish. */
export async function withoutWaitingEvents({ senders }: MessagingContext, phones: readonly string[]) {
  const busy = await senders
    .find({ _id: { $in: [...phones] }, outboxAt: { $exists: true } }, { _id: 1 })
    .lean();
  return { customer_phone: { $nin: busy.map(({ _id }) => _id) } };
}

/**
 * Forgets the senders all of whose texts are about to be erased; called before that, since the texts alone say who they
 * are. Again, it changes nothing.
 */
export async function forgetSenders(
  { texts, senders }: MessagingContext,
  erased: Readonly<Record<string, unknown>>,
): Promise<void> {
  const phones = await texts.distinct('customer_phone', erased);
  const others = await texts.distinct('customer_phone', { customer_phone: { $in: phones }, $nor: [erased] });
  const kept = new Set(others);
  await senders.deleteMany({ _id: { $in: phones.filter((phone) => !kept.has(phone)) } });
}

import type { Conversation } from '@crm/contracts/entities/messaging.js';
import { listConversations } from '@crm/contracts/http/messaging.js';
import { callEndpoint } from '../http/call-endpoint.js';
import { pagedList } from '../lists/paged-list.js';

/** A conversation is identified by its lead, or by its number without one. */
export type ConversationRow = Conversation & { id: string };

/** Reads a page of the conversations, in the server's own order. */
export const readConversations = pagedList(async (http, { query: { sort: _none, ...query }, ...rest }) => {
  const { conversations, totalCount } = await callEndpoint(http, listConversations, { query, ...rest });
  const data = conversations.map((row): ConversationRow => ({
    ...row,
    id: row.lead_id ?? row.customer_phone,
  }));
  return { data, total: totalCount };
});

import { readAudit } from '../audit/audit-list.js';
import { readFollowups } from '../followups/followups-list.js';
import { readGuideLeads } from '../guide/guide-leads-list.js';
import { readConversations } from '../inbox/conversations-list.js';
import { readMissedCalls } from '../missed-calls/missed-calls-list.js';
import { readRawLeads } from '../raw-leads/raw-leads-list.js';
import { readRecords } from '../records/records-list.js';
import { readDeals, readStatistic } from '../stats/stats-lists.js';

/** The lists that are read by a call of their own, loaded with the first of them. */
export const pagedLists = {
  audit: readAudit,
  'raw-leads': readRawLeads,
  'guide-leads': readGuideLeads,
  records: readRecords,
  'missed-calls': readMissedCalls,
  conversations: readConversations,
  'follow-ups': readFollowups,
  statistic: readStatistic,
  deals: readDeals,
};

import { leadRow, type LeadRow } from '@crm/contracts/entities/lead.js';
import { z } from 'zod';
import type { ReadList } from '../providers/data-provider.js';

const rows = z.array(leadRow);

/** Reads a page of the lead table; its rows are parsed by contract as they come. */
export const readLeads: ReadList = async (params, { rest }) => {
  const answer = await rest.getList<LeadRow>('leads', params);
  return { ...answer, data: rows.parse(answer.data) };
};

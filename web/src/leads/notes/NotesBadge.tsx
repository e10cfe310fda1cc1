import type { Lead } from '@crm/contracts/entities/lead.js';
import { CountBadge } from '../lead/CountBadge.js';
import { useNotes } from './useNotes.js';

/** How many notes a lead has. */
export function NotesBadge({ lead }: { lead: Lead }) {
  const { data } = useNotes(lead.id);
  return <CountBadge count={data?.length ?? 0} />;
}

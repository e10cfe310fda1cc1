import { memo, useState } from 'react';
import { useParams } from 'react-router-dom';
import { id as leadId } from '@crm/contracts/ids.js';
import { statusOf } from '../http/http-client.js';
import { useCurrentUser } from '../session/SessionContext.js';
import { isBusyFor } from '../leads/table/lead-row.rules.js';
import { LeadFailed, LeadGone } from './LeadNotice.js';
import { LeadSkeleton } from './LeadSkeleton.js';
import { LeadView } from './LeadView.js';
import { useLead } from '../leads/lead/lead-query.js';
import { useLeadHold } from './useLeadHold.js';
import { useLiveLead } from './useLiveLead.js';

/** The page of one lead (rule L28). */
export default function LeadPage() {
  const { id } = useParams();
  const parsed = leadId.safeParse(id);
  // What is no id is nobody's lead, and no call is made for it. Each lead begins anew.
  return parsed.success ? <OpenLead key={parsed.data} id={parsed.data} /> : <LeadGone />;
}

/** Its tabs have addresses: a change of them is none for what stands around them. */
const OpenLead = memo(function OpenLead({ id }: { id: string }) {
  const [isGone, setGone] = useState(false);
  return isGone ? (
    <LeadGone id={id} />
  ) : (
    <HeldLead
      id={id}
      onGone={() => {
        setGone(true);
      }}
    />
  );
});

/** Reads the lead, holds it, and follows what happens to it. */
function HeldLead({ id, onGone }: { id: string; onGone: () => void }) {
  const user = useCurrentUser();
  const { data: lead, error, refetch } = useLead(id);
  const hold = useLeadHold(id, lead !== undefined && isBusyFor(lead, user.id));
  useLiveLead(id, onGone);

  const status = error && statusOf(error);
  if (status === 404) return <LeadGone id={id} />;
  if (lead) return <LeadView lead={lead} hold={hold} />;
  // A lead that somebody else holds: the way to the leads is under way.
  if (error && status !== 423) return <LeadFailed onRetry={refetch} />;
  return <LeadSkeleton />;
}

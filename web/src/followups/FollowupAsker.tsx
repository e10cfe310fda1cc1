import { Suspense, useState } from 'react';
import { useAskedFollowup } from '../leads/lead/useAskedFollowup.js';
import { lazyPart } from '../loading/lazy-part.js';

const FollowupDialog = lazyPart(() => import('./FollowupDialog.js'));

/** Asks for the follow-up after a status that calls for one, on whatever page its lead was worked from. */
export function FollowupAsker() {
  const { leadId, opensNext, answered } = useAskedFollowup();
  // Left unanswered by a reload: it has to be answered now.
  const [leftOpen] = useState(leadId);
  if (leadId === undefined) return null;
  return (
    <Suspense fallback={null}>
      <FollowupDialog
        key={leadId}
        leadId={leadId}
        isRequired={leftOpen === leadId}
        opensNext={opensNext}
        onAnswered={answered}
      />
    </Suspense>
  );
}

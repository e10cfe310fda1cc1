import { Suspense, useState } from 'react';
import Box from '@mui/material/Box';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import type { Lead } from '@crm/contracts/entities/lead.js';
import { useTimelineMessages } from '../i18n/timeline.en.js';
import { pills } from '../controls/pills.js';
import { NoteComposer } from '../leads/notes/NoteComposer.js';
import { useNoteActions } from '../leads/notes/useNotes.js';
import { lazyPart } from '../loading/lazy-part.js';
import { TextComposer } from '../texts/TextComposer.js';

const EmailComposer = lazyPart(() => import('../emails/EmailComposer.js'));

const kinds = ['note', 'text', 'email'] as const;
type Kind = (typeof kinds)[number];

/** Writes a note, a text or an e-mail where the conversation is read; what was begun in one stays while another is open. */
export function TimelineComposer({ lead, denialReason }: { lead: Lead; denialReason: string | undefined }) {
  const translate = useTimelineMessages();
  const { creation } = useNoteActions(lead.id);
  const [kind, setKind] = useState<Kind>('note');
  const [opened, setOpened] = useState<ReadonlySet<Kind>>(new Set([kind]));
  const open = (next: Kind) => {
    setKind(next);
    setOpened(new Set([...opened, next]));
  };
  const composers = {
    note: (
      <NoteComposer
        leadId={lead.id}
        isSending={creation.isPending}
        onSend={(message, onSent) => {
          creation.mutate(message, { onSuccess: onSent });
        }}
      />
    ),
    text: <TextComposer lead={lead} denialReason={denialReason} />,
    email: <EmailComposer lead={lead} denialReason={denialReason} />,
  };
  return (
    <Box
      component="section"
      aria-label={translate('crm.timeline.write.label')}
      sx={{ flex: 'none', maxHeight: '60%', overflow: 'auto', borderTop: 1, borderColor: 'border.default' }}
    >
      <Tabs
        value={kind}
        aria-label={translate('crm.timeline.write.label')}
        onChange={(_event, next: Kind) => {
          open(next);
        }}
        sx={{ ...pills, minHeight: 40, pt: 0.5, borderBottom: 0 }}
      >
        {kinds.map((each) => (
          <Tab
            key={each}
            value={each}
            id={`write-${each}`}
            aria-controls={`write-${each}-panel`}
            label={translate(`crm.timeline.write.${each}`)}
          />
        ))}
      </Tabs>
      {kinds
        .filter((each) => opened.has(each))
        .map((each) => (
          <Box
            key={each}
            role="tabpanel"
            id={`write-${each}-panel`}
            aria-labelledby={`write-${each}`}
            hidden={each !== kind}
          >
            <Suspense fallback={null}>{composers[each]}</Suspense>
          </Box>
        ))}
    </Box>
  );
}

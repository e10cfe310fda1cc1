import { useState } from 'react';
import { z } from 'zod';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { leadImport, type ImportFilter, type LeadImport } from '@crm/contracts/entities/lead-import.js';
import { PanelNotice } from '../controls/PanelNotice.js';
import { useRawLeadMessages } from '../i18n/raw-leads.en.js';
import { useVerbQuery } from '../providers/useVerbQuery.js';
import { ImportCard } from './ImportCard.js';
import { ImportCards } from './ImportCards.js';
import { pageThatIs, PageSteps } from './PageSteps.js';
import { earlierKey } from './useImports.js';

const perPage = 10;
const files = z.array(leadImport);
/** Where there are no latest ones: all that was cleared, whenever it began. */
const beginning = new Date(0).toISOString();

/** The files that were cleared and those from before the latest, with what was refused of them; read when they are asked for. */
export function EarlierImports({ latest }: { latest: readonly LeadImport[] }) {
  const translate = useRawLeadMessages();
  const [isOpen, setOpen] = useState(false);
  return (
    <Box sx={{ mt: 1 }}>
      <Button
        size="small"
        aria-expanded={isOpen}
        onClick={() => {
          setOpen(!isOpen);
        }}
        sx={{ ml: -1.25 }}
      >
        {translate(isOpen ? 'crm.imports.hideEarlier' : 'crm.imports.earlier')}
      </Button>
      {isOpen && <EarlierList before={latest.at(-1)?.createdAt ?? beginning} />}
    </Box>
  );
}

function EarlierList({ before }: { before: string }) {
  const translate = useRawLeadMessages();
  const [asked, setAsked] = useState(1);
  const { data, isError, refetch } = useVerbQuery({
    key: [...earlierKey, before, asked],
    ask: async (provider, signal) => {
      const { data: found, total = 0 } = await provider.getList('imports', {
        pagination: { page: asked, perPage },
        sort: { field: 'createdAt', order: 'DESC' },
        filter: { earlier_than: before } satisfies ImportFilter,
        signal,
      });
      return { imports: files.parse(found), total };
    },
    keepsPrevious: true,
  });
  if (!data)
    return isError ? (
      <PanelNotice text={translate('crm.imports.loadFailed')} onRetry={refetch} />
    ) : (
      <Skeleton variant="rounded" height={96} sx={{ mt: 1 }} />
    );
  const page = pageThatIs(asked, perPage, data.total);
  if (page !== asked) setAsked(page);
  if (data.total === 0)
    return (
      <Typography variant="body2" color="textSecondary" sx={{ mt: 0.5 }}>
        {translate('crm.imports.noEarlier')}
      </Typography>
    );
  return (
    <Box sx={{ mt: 1 }}>
      <ImportCards label={translate('crm.imports.earlier')}>
        {data.imports.map((known) => (
          <ImportCard key={known.id} known={known} />
        ))}
      </ImportCards>
      <PageSteps page={page} perPage={perPage} total={data.total} onPage={setAsked} />
    </Box>
  );
}

import { useState } from 'react';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import type { LeadImport, RetriedRow } from '@crm/contracts/entities/lead-import.js';
import { listRefusedRows, retryRefusedRows } from '@crm/contracts/http/imports.js';
import { pacificDate, shownInstant } from '@crm/contracts/time/pacific.js';
import { PanelNotice } from '../controls/PanelNotice.js';
import { useNow } from '../controls/useNow.js';
import { useRawLeadMessages } from '../i18n/raw-leads.en.js';
import { useShowAnswer } from '../notifications/useShowAnswer.js';
import { useVerb } from '../providers/useVerb.js';
import { useVerbQuery } from '../providers/useVerbQuery.js';
import { afterRetry, readyToRetry, toRetry, type Correction, type Corrections } from './corrections.rules.js';
import { pageThatIs, PageSteps } from './PageSteps.js';
import { RefusedRow } from './RefusedRow.js';
import { useImportChanged } from './useImports.js';

const perPage = 10;
const none: Corrections = new Map();
const noLines: ReadonlySet<number> = new Set();

/** Sends corrected rows and takes over what became of them; the lines that are on their way. */
function useRetry(id: string, onCorrections: (change: (before: Corrections) => Corrections) => void) {
  const client = useQueryClient();
  const showAnswer = useShowAnswer();
  const importChanged = useImportChanged();
  const retry = useVerb(
    (provider, rows: RetriedRow[]) => provider.call(retryRefusedRows, { params: { id }, body: { rows } }),
    {
      onSuccess: ({ import: after, rows, ...answer }) => {
        importChanged(after);
        onCorrections((before) => afterRetry(before, rows));
        showAnswer(answer);
        void client.invalidateQueries({ queryKey: ['imports', 'refused', id] });
      },
    },
  );
  const pending = retry.isPending ? new Set(retry.variables.map(({ line }) => line)) : noLines;
  return { send: retry.mutate, pending };
}

/** The refused rows of an import, a page at a time, to be corrected in place and tried again: one, or all that are corrected. */
export function RefusedRows({ of }: { of: LeadImport }) {
  const { id, file, rows_until: until } = of;
  const translate = useRawLeadMessages();
  const today = pacificDate(useNow());
  const [asked, setAsked] = useState(1);
  const [corrections, setCorrections] = useState(none);
  const { send, pending } = useRetry(id, setCorrections);
  const { data, isError, refetch } = useVerbQuery({
    key: ['imports', 'refused', id, asked],
    ask: (provider, signal) =>
      provider.call(listRefusedRows, { params: { id }, query: { limit: perPage, page: asked }, signal }),
    keepsPrevious: true,
  });
  if (!data) {
    return isError ? (
      <PanelNotice text={translate('crm.imports.refusedFailed')} onRetry={refetch} />
    ) : (
      <Skeleton variant="rounded" height={96} sx={{ mt: 1 }} />
    );
  }
  // Erased with their person, or at the end of their time: they count, and are not to be fixed any more.
  const erased = Math.max(0, of.refused + of.duplicates - data.totalCount);
  const saysErased = erased > 0 ? translate('crm.imports.erased', { smart_count: erased }) : undefined;
  if (data.totalCount === 0) return <PanelNotice text={saysErased ?? translate('crm.imports.noneKept')} />;
  const page = pageThatIs(asked, perPage, data.totalCount);
  if (page !== asked) setAsked(page);
  const ready = readyToRetry(corrections, today);
  const change = (changed: Correction) => {
    setCorrections((before) => new Map(before).set(changed.row.line, changed));
  };
  return (
    <Box sx={{ mt: 1 }}>
      {until !== null && (
        <Typography variant="caption" component="p" color="textSecondary" sx={{ m: 0, mb: 1 }}>
          {[translate('crm.imports.keptUntil', { at: shownInstant(until) }), saysErased ?? '']
            .join(' ')
            .trim()}
        </Typography>
      )}
      <Box
        component="ul"
        aria-label={translate('crm.imports.refusedRows', { file })}
        sx={{ listStyle: 'none', m: 0, p: 0 }}
      >
        {data.rows.map((row) => {
          const correction = corrections.get(row.line) ?? { row, typed: {} };
          return (
            <RefusedRow
              key={row.line}
              correction={correction}
              today={today}
              isPending={pending.has(row.line)}
              onChange={change}
              onRetry={() => {
                // Kept, so that what the server says of it is shown with it.
                change(correction);
                send([toRetry(correction)]);
              }}
            />
          );
        })}
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between' }}>
        <Box>
          {ready.length > 0 && (
            <Button
              variant="contained"
              size="small"
              loading={pending.size > 0}
              onClick={() => {
                send(ready);
              }}
            >
              {translate('crm.imports.retryAll', { smart_count: ready.length })}
            </Button>
          )}
        </Box>
        <PageSteps page={page} perPage={perPage} total={data.totalCount} onPage={setAsked} />
      </Box>
    </Box>
  );
}

import { useState } from 'react';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import type { LeadImport, RefusedRowFields } from '@crm/contracts/entities/lead-import.js';
import { listRefusedRows, retryRefusedRow } from '@crm/contracts/http/leads.js';
import { importColumns } from '@crm/contracts/resources/import-columns.js';
import { useRawLeadMessages } from '../i18n/raw-leads.en.js';
import { useVerbQuery } from '../providers/useVerbQuery.js';
import { useShowAnswer } from '../notifications/useShowAnswer.js';
import { refusalOf } from '../http/http-client.js';
import { useVerb } from '../providers/useVerb.js';
import { PanelNotice } from '../controls/PanelNotice.js';
import { importsKey } from './useImports.js';

const shownAtOnce = 10;
/** As many as one call answers; the report has all. */
const maxShown = 100;

const keyOf = (id: string, limit: number) => ['imports', 'refused', id, limit] as const;

/** The refused rows of an import, each with what is wrong, to be put right and imported by itself. */
export function RefusedRows({ of: { id, file } }: { of: LeadImport }) {
  const translate = useRawLeadMessages();
  const [limit, setLimit] = useState(shownAtOnce);
  const { data, isError, refetch } = useVerbQuery({
    key: keyOf(id, limit),
    ask: (provider, signal) => provider.call(listRefusedRows, { params: { id }, query: { limit }, signal }),
    keepsPrevious: true,
  });
  if (!data) {
    return isError ? (
      <PanelNotice text={translate('crm.imports.refusedFailed')} onRetry={() => void refetch()} />
    ) : (
      <Skeleton variant="rounded" height={96} sx={{ mt: 1 }} />
    );
  }
  return (
    <>
      <Box
        component="ul"
        aria-label={translate('crm.imports.refusedRows', { file })}
        sx={{ listStyle: 'none', m: 0, mt: 1, p: 0 }}
      >
        {data.rows.map((row) => (
          <Row key={row.line} importId={id} row={row} />
        ))}
      </Box>
      {data.totalCount > data.rows.length && limit < maxShown && (
        <Button
          size="small"
          onClick={() => {
            setLimit(maxShown);
          }}
          sx={{ mt: 1, ml: -1 }}
        >
          {translate('crm.imports.moreRefused')}
        </Button>
      )}
    </>
  );
}

function Row({ importId, row }: { importId: string; row: RefusedRowFields }) {
  const translate = useRawLeadMessages();
  const client = useQueryClient();
  const showAnswer = useShowAnswer();
  const { line, fields, reason } = row;
  const [typed, setTyped] = useState<Record<string, string>>({});
  const [errors, setErrors] = useState<Partial<Record<string, string>>>(row.errors);
  // What was wrong once stays in sight while it is put right, beside what tells whose row it is.
  const [wrong] = useState(() => new Set<string>([...Object.keys(row.errors), 'fullname', 'phone']));
  const shown = importColumns.filter(
    ({ name }) => fields?.[name] !== undefined && (wrong.has(name) || errors[name] !== undefined),
  );
  const isReportedBelow = shown.some(({ name: field }) => row.errors[field] !== undefined);
  const retry = useVerb(
    (provider, changed: typeof typed) =>
      provider.call(retryRefusedRow, {
        params: { id: importId, line: String(line) },
        body: { fields: changed },
      }),
    {
      onSuccess: ({ import: after, ...answer }) => {
        client.setQueryData<LeadImport[]>(importsKey, (all) =>
          all?.map((each) => (each.id === after.id ? after : each)),
        );
        showAnswer(answer);
        void client.invalidateQueries({ queryKey: ['imports', 'refused', importId] });
      },
      onRefused: (error) => {
        const refused = Object.entries(refusalOf(error)?.errors ?? {});
        if (refused.length === 0) return false;
        setErrors(
          Object.fromEntries(refused.map(([path, message]) => [path.replace('fields.', ''), message])),
        );
        return true;
      },
    },
  );
  const send = () => {
    if (!retry.isPending) retry.mutate(typed);
  };
  const title = translate('crm.imports.line', { line });
  return (
    <Box component="li" aria-label={title} sx={{ py: 1.5, borderTop: 1, borderColor: 'border.subtle' }}>
      <Typography variant="caption" component="div" color="textSecondary" sx={{ mb: 1 }}>
        {isReportedBelow ? title : `${title} · ${reason}`}
      </Typography>
      {fields === null ? (
        <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
          {`${row.row.slice(0, 200)} ${translate('crm.imports.onlyInFile')}`}
        </Typography>
      ) : (
        <Box
          role="group"
          aria-label={title}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return;
            // The form around is that of the upload: only this row is meant.
            event.preventDefault();
            send();
          }}
          sx={{
            display: 'grid',
            gridTemplateColumns: 'repeat(auto-fill, minmax(200px, 1fr))',
            alignItems: 'start',
            gap: 1.5,
          }}
        >
          {shown.map(({ name: field, label }) => (
            <TextField
              key={field}
              id={`refused-${String(line)}-${field}`}
              size="small"
              label={label}
              value={typed[field] ?? fields[field] ?? ''}
              error={errors[field] !== undefined}
              helperText={errors[field]}
              onChange={({ target }) => {
                setTyped({ ...typed, [field]: target.value });
                setErrors({ ...errors, [field]: undefined });
              }}
            />
          ))}
          <Button
            variant="outlined"
            onClick={send}
            loading={retry.isPending}
            aria-label={translate('crm.imports.retryLine', { line })}
            // Below the fields, however many there are.
            sx={{ gridColumn: '1 / -1', justifySelf: 'start' }}
          >
            {translate('crm.imports.retryRow')}
          </Button>
        </Box>
      )}
    </Box>
  );
}

import { useState } from 'react';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import {
  importField,
  type ImportField,
  type LeadImport,
  type RefusedRowFields,
} from '@crm/contracts/entities/lead-input.js';
import { listRefusedRows, retryRefusedRow } from '@crm/contracts/http/leads.js';
import { useRawLeadWords } from '../i18n/raw-leads.en.js';
import { useVerbQuery } from '../leads/useVerbQuery.js';
import { useShowAnswer } from '../notifications/useShowAnswer.js';
import { refusalOf } from '../providers/http-client.js';
import { useVerb } from '../providers/useVerb.js';
import { PanelNotice } from '../recordings/PanelNotice.js';
import { importsKey } from './useImports.js';

const shownAtOnce = 10;
/** As many as one call answers; the report has all. */
const mostShown = 100;

const keyOf = (id: string, limit: number) => ['imports', 'refused', id, limit] as const;

/** The refused rows of an import, each with what is wrong, to be put right and imported by itself. */
export function RefusedRows({ of: { id, file } }: { of: LeadImport }) {
  const words = useRawLeadWords();
  const [limit, setLimit] = useState(shownAtOnce);
  const { data, isError, refetch } = useVerbQuery({
    key: keyOf(id, limit),
    ask: (provider, signal) => provider.call(listRefusedRows, { params: { id }, query: { limit }, signal }),
    keepsPrevious: true,
  });
  if (!data) {
    return isError ? (
      <PanelNotice text={words('crm.imports.refusedFailed')} onRetry={() => void refetch()} />
    ) : (
      <Skeleton variant="rounded" height={96} sx={{ mt: 1 }} />
    );
  }
  return (
    <>
      <Box
        component="ul"
        aria-label={words('crm.imports.refusedRows', { file })}
        sx={{ listStyle: 'none', m: 0, mt: 1, p: 0 }}
      >
        {data.rows.map((row) => (
          <Row key={row.line} importId={id} row={row} />
        ))}
      </Box>
      {data.totalCount > data.rows.length && limit < mostShown && (
        <Button
          size="small"
          onClick={() => {
            setLimit(mostShown);
          }}
          sx={{ mt: 1, ml: -1 }}
        >
          {words('crm.imports.moreRefused')}
        </Button>
      )}
    </>
  );
}

function Row({ importId, row }: { importId: string; row: RefusedRowFields }) {
  const words = useRawLeadWords();
  const client = useQueryClient();
  const showAnswer = useShowAnswer();
  const { line, fields, reason } = row;
  const [typed, setTyped] = useState<Partial<Record<ImportField, string>>>({});
  const [errors, setErrors] = useState<Partial<Record<string, string>>>(row.errors);
  // What was wrong once stays in sight while it is put right, beside what tells whose row it is.
  const [wrong] = useState(() => new Set<string>([...Object.keys(row.errors), 'fullname', 'phone']));
  const shown = importField.options.filter(
    (field) => fields?.[field] !== undefined && (wrong.has(field) || errors[field] !== undefined),
  );
  const isToldBelow = shown.some((field) => row.errors[field] !== undefined);
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
  const title = words('crm.imports.line', { line });
  return (
    <Box component="li" aria-label={title} sx={{ py: 1.5, borderTop: 1, borderColor: 'border.subtle' }}>
      <Typography variant="caption" component="div" color="textSecondary" sx={{ mb: 1 }}>
        {isToldBelow ? title : `${title} · ${reason}`}
      </Typography>
      {fields === null ? (
        <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
          {`${row.row.slice(0, 200)} ${words('crm.imports.onlyInFile')}`}
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
          {shown.map((field) => (
            <TextField
              key={field}
              id={`refused-${String(line)}-${field}`}
              size="small"
              label={words(`crm.imports.field.${field}`)}
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
            aria-label={words('crm.imports.retryLine', { line })}
            // Below the fields, however many there are.
            sx={{ gridColumn: '1 / -1', justifySelf: 'start' }}
          >
            {words('crm.imports.retryRow')}
          </Button>
        </Box>
      )}
    </Box>
  );
}

import { useState } from 'react';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { importColumns } from '@crm/contracts/resources/import-columns.js';
import { localise } from '../i18n/language.js';
import { useRawLeadMessages } from '../i18n/raw-leads.en.js';
import { CellInput } from './CellInput.js';
import { errorsOf, shownFields, withCell, type Correction } from './corrections.rules.js';

interface Props {
  correction: Correction;
  /** The plain date that its cells are read on. */
  today: string;
  isPending: boolean;
  onChange: (changed: Correction) => void;
  onRetry: () => void;
}

/** So much is shown of a row that has no columns. */
const shownText = 200;

/** A refused row: what is wrong at each of its cells, to be corrected in place and tried again. */
export function RefusedRow({ correction, today, isPending, onChange, onRetry }: Props) {
  const translate = useRawLeadMessages();
  const [showsAll, setShowsAll] = useState(false);
  const { row, typed, answer } = correction;
  const { line, fields } = row;
  const errors = errorsOf(correction, today);
  const wanted = shownFields(correction, errors);
  const own = importColumns.filter(({ name }) => fields?.[name] !== undefined);
  const shown = own.filter(({ name }) => showsAll || wanted.has(name));
  const reason = answer?.reason ?? row.reason;
  const isSaidBelow = Object.keys(errors).length > 0 || Object.keys(typed).length > 0;
  const title = translate('crm.imports.line', { line });
  const idOf = (name: string) => `refused-${String(line)}-${name}`;

  const retry = () => {
    if (isPending) return;
    const wrong = shown.find(({ name }) => errors[name] !== undefined);
    // A duplicate may be none any more: only the server knows.
    const isKnownHere = answer === undefined && Object.keys(typed).length > 0;
    if (wrong && isKnownHere) document.getElementById(idOf(wrong.name))?.focus();
    else onRetry();
  };
  return (
    <Box component="li" aria-label={title} sx={{ py: 1.5, borderTop: 1, borderColor: 'border.subtle' }}>
      <Typography
        variant="caption"
        component="div"
        color="textSecondary"
        sx={(theme) => ({ ...theme.tabular, mb: 1, overflowWrap: 'anywhere' })}
      >
        {isSaidBelow ? title : `${title} · ${localise(reason)}`}
      </Typography>
      {fields === null ? (
        <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
          {`${row.row.slice(0, shownText)} ${translate('crm.imports.onlyInFile')}`}
        </Typography>
      ) : (
        <Box
          role="group"
          aria-label={title}
          onKeyDown={(event) => {
            const isOwn = event.key === 'Enter' && event.target instanceof HTMLInputElement;
            if (!isOwn || event.defaultPrevented) return;
            // The form around is that of the upload: only this row is meant.
            event.preventDefault();
            retry();
          }}
          sx={{
            display: 'grid',
            gridTemplateColumns: 'repeat(auto-fill, minmax(200px, 1fr))',
            alignItems: 'start',
            gap: 1.5,
          }}
        >
          {shown.map((column) => (
            <CellInput
              key={column.name}
              id={idOf(column.name)}
              column={column}
              value={typed[column.name] ?? fields[column.name] ?? ''}
              error={errors[column.name]}
              onType={(cell) => {
                onChange(withCell(correction, column.name, cell));
              }}
            />
          ))}
          <Box sx={{ gridColumn: '1 / -1', display: 'flex', gap: 1 }}>
            <Button
              variant="outlined"
              size="small"
              onClick={retry}
              loading={isPending}
              aria-label={translate('crm.imports.retryLine', { line })}
            >
              {translate('crm.imports.retryRow')}
            </Button>
            {own.length > shown.length || showsAll ? (
              <Button
                size="small"
                color="secondary"
                aria-expanded={showsAll}
                onClick={() => {
                  setShowsAll(!showsAll);
                }}
              >
                {translate(showsAll ? 'crm.imports.fewerColumns' : 'crm.imports.allColumns')}
              </Button>
            ) : null}
          </Box>
        </Box>
      )}
    </Box>
  );
}
